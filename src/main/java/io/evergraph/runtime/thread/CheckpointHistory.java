package io.evergraph.runtime.thread;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * What is kept of the way of a thread: its checkpoints, how it stood when it left each of them, and
 * where its runs began. Versions of a thread share what has not changed between them.
 *
 * <p>Deterministic and not safe for use by several threads, like the progress that keeps it.
 */
final class CheckpointHistory {
  private final int retention;
  private final Numbered<Commit> commits = new Numbered<>();
  private final Numbered<Checkpoint> left = new Numbered<>();
  private final Map<Long, Checkpoint> stood = new HashMap<>();
  private final Map<Long, Plan> done = new HashMap<>();
  private final Map<String, Checkpoint> beginnings = new LinkedHashMap<>();
  private long head;
  private long floor;

  /**
   * What is carried on of a chronicle.
   *
   * @param head the checkpoint that the thread stands at, or went back to
   * @param floor the checkpoint from which on nothing is missing; 0 from the beginning
   * @param left how the thread stood when it left each of them
   * @param stood how it stood before a run went on from there
   * @param beginnings how it stood before runs began, in the order of the runs
   */
  record Kept(
      long head,
      long floor,
      List<Commit> commits,
      Map<Long, Checkpoint> left,
      Map<Long, Checkpoint> stood,
      Map<Long, Plan> done,
      List<Beginning> beginnings) {}

  record Beginning(String runId, Checkpoint before) {}

  /**
   * Begins with nothing.
   *
   * @param retention how many checkpoints are kept, over all subgraphs
   */
  CheckpointHistory(int retention) {
    this.retention = retention;
  }

  static CheckpointHistory of(int retention, Kept kept) {
    CheckpointHistory chronicle = new CheckpointHistory(retention);
    chronicle.head = kept.head();
    chronicle.floor = kept.floor();
    kept.commits().forEach(commit -> chronicle.commits.put(commit.number(), commit));
    chronicle.left.putAll(kept.left());
    chronicle.stood.putAll(kept.stood());
    chronicle.done.putAll(kept.done());
    kept.beginnings().forEach(it -> chronicle.beginnings.put(it.runId(), it.before()));
    return chronicle;
  }

  /** Returns the newest checkpoints, and what a thread needs of the older ones to go on. */
  Kept kept(int most, Checkpoint now) {
    long from = floorOf(most);
    Set<Long> read =
        now.frames().values().stream().map(Frame::checkpoint).collect(Collectors.toSet());
    LongPredicate isKept =
        number -> number >= from || (read.contains(number) && commits.find(number).isPresent());
    return new Kept(
        head,
        from,
        List.copyOf(commits.only(isKept).values()),
        left.only(isKept),
        only(stood, isKept),
        only(done, isKept),
        beginnings(from, now));
  }

  private long floorOf(int most) {
    int older = commits.size() - most;
    if (older <= 0) {
      return floor;
    }
    List<Numbered.Entry<Commit>> all = commits.all();
    return Math.max(floor, most == 0 ? all.get(older - 1).number() + 1 : all.get(older).number());
  }

  private static <T> Map<Long, T> only(Map<Long, T> all, LongPredicate wanted) {
    Map<Long, T> some = new TreeMap<>(all);
    some.keySet().removeIf(number -> !wanted.test(number));
    return some;
  }

  private List<Beginning> beginnings(long from, Checkpoint now) {
    String last = now.lastSegment().map(Segment::runId).orElse("");
    return beginnings.entrySet().stream()
        .filter(it -> it.getKey().equals(last) || it.getValue().number() >= from)
        .map(it -> new Beginning(it.getKey(), it.getValue()))
        .toList();
  }

  /** Returns the number from which on no checkpoint is missing; 0 from the beginning. */
  long floor() {
    return floor;
  }

  void begins(String runId, Checkpoint before) {
    beginnings.put(runId, before);
    stood.put(head, before);
    if (beginnings.size() > retention) {
      beginnings.remove(beginnings.keySet().iterator().next());
    }
  }

  void moved(Checkpoint now) {
    for (Commit commit : now.commits()) {
      head = commit.number();
      commits.put(head, commit);
      if (!commit.done().isEmpty()) {
        done.put(commit.parent(), commit.done());
      }
    }
    left.put(head, now);
    if (commits.size() > retention) {
      forgetOldest(now);
    }
  }

  void remember(List<Commit> earlier) {
    for (Commit commit : earlier) {
      if (commits.find(commit.number()).isEmpty()) {
        commits.put(commit.number(), commit);
      }
    }
  }

  /** Notes that the thread stands at an earlier checkpoint again. */
  void wentBack(Checkpoint now) {
    head = now.frames().values().stream().mapToLong(Frame::checkpoint).max().orElse(0);
    left.put(head, now);
  }

  /** What tasks in progress read has to stay. */
  private void forgetOldest(Checkpoint now) {
    int oldest = 0;
    while (commits.size() > retention && oldest < commits.size()) {
      long number = commits.all().get(oldest).number();
      if (now.frames().values().stream().anyMatch(frame -> frame.checkpoint() == number)) {
        oldest++;
      } else {
        commits.remove(number);
        left.remove(number);
        stood.remove(number);
        done.remove(number);
      }
    }
  }

  Optional<Commit> commit(long number) {
    return commits.find(number);
  }

  List<Commit> newestFirst() {
    List<Commit> kept = new ArrayList<>();
    commits.from(floor).forEach(entry -> kept.add(entry.value()));
    Collections.reverse(kept);
    return List.copyOf(kept);
  }

  /** Returns how the thread stood when it left a checkpoint; empty when it passed it at once. */
  Optional<Checkpoint> left(long number) {
    return left.find(number);
  }

  /** Returns how the thread stood at a checkpoint before a run went on from there. */
  Optional<Checkpoint> stood(long number) {
    return Optional.ofNullable(stood.get(number))
        .or(() -> left(number).filter(it -> head == number));
  }

  /** Returns the superstep that followed a checkpoint, with its results; empty for none. */
  Optional<Plan> doneAfter(long number) {
    return Optional.ofNullable(done.get(number));
  }

  Optional<Checkpoint> before(String runId) {
    return Optional.ofNullable(beginnings.get(runId));
  }

  Optional<Segment> segmentOf(long number) {
    return left.ceiling(number).flatMap(Checkpoint::lastSegment);
  }
}
