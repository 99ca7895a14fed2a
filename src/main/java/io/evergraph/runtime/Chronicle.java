package io.evergraph.runtime;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.Segment;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What is kept of the way of a thread: its checkpoints, how it stood when it left each of them, and
 * where its runs began. Versions of a thread share what has not changed between them.
 *
 * <p>Deterministic and not safe for use by several threads, like the progress that keeps it.
 */
final class Chronicle {
  private final int retention;
  private final NavigableMap<Long, Commit> commits = new TreeMap<>();
  private final NavigableMap<Long, Checkpoint> left = new TreeMap<>();
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
   * @param commits the checkpoints
   * @param left how the thread stood when it left each of them
   * @param stood how it stood before a run went on from there
   * @param done the supersteps that followed
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

  /**
   * Where a run began.
   *
   * @param runId the run
   * @param before how the thread stood
   */
  record Beginning(String runId, Checkpoint before) {}

  /**
   * Begins with nothing.
   *
   * @param retention how many checkpoints are kept, over all subgraphs
   */
  Chronicle(int retention) {
    this.retention = retention;
  }

  /** Goes on with what was kept. */
  static Chronicle of(int retention, Kept kept) {
    Chronicle chronicle = new Chronicle(retention);
    chronicle.head = kept.head();
    chronicle.floor = kept.floor();
    kept.commits().forEach(commit -> chronicle.commits.put(commit.number(), commit));
    chronicle.left.putAll(kept.left());
    chronicle.stood.putAll(kept.stood());
    chronicle.done.putAll(kept.done());
    kept.beginnings().forEach(it -> chronicle.beginnings.put(it.runId(), it.before()));
    return chronicle;
  }

  /**
   * Returns the newest checkpoints, and what a thread needs of the older ones to go on.
   *
   * @param most how many of the newest
   * @param now how the thread stands
   */
  Kept kept(int most, Checkpoint now) {
    long from = floorOf(most);
    Set<Long> needed = new TreeSet<>(commits.tailMap(from, true).keySet());
    now.frames().values().stream()
        .map(Frame::checkpoint)
        .filter(commits::containsKey)
        .forEach(needed::add);
    Predicate<Long> isKept = number -> number >= from || needed.contains(number);
    return new Kept(
        head,
        from,
        needed.stream().map(commits::get).toList(),
        only(left, isKept),
        only(stood, isKept),
        only(done, isKept),
        beginnings(from, now));
  }

  private long floorOf(int most) {
    return commits.size() <= most
        ? floor
        : Math.max(
            floor,
            commits.descendingKeySet().stream()
                .limit(most)
                .reduce((newer, older) -> older)
                .orElseGet(() -> commits.lastKey() + 1));
  }

  private static <T> Map<Long, T> only(Map<Long, T> all, Predicate<Long> wanted) {
    Map<Long, T> some = new TreeMap<>(all);
    some.keySet().removeIf(wanted.negate());
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

  /** Notes that a run is about to begin. */
  void begins(String runId, Checkpoint before) {
    beginnings.put(runId, before);
    stood.put(head, before);
    if (beginnings.size() > retention) {
      beginnings.remove(beginnings.keySet().iterator().next());
    }
  }

  /** Notes how the thread stands now. */
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

  /** Keeps checkpoints that were not kept here. */
  void remember(List<Commit> earlier) {
    earlier.forEach(commit -> commits.putIfAbsent(commit.number(), commit));
  }

  /** Notes that the thread stands at an earlier checkpoint again. */
  void wentBack(Checkpoint now) {
    head = now.frames().values().stream().mapToLong(Frame::checkpoint).max().orElse(0);
    left.put(head, now);
  }

  /** What tasks in progress read has to stay. */
  private void forgetOldest(Checkpoint now) {
    Iterator<Long> oldest = commits.keySet().iterator();
    while (commits.size() > retention && oldest.hasNext()) {
      long number = oldest.next();
      if (now.frames().values().stream().noneMatch(frame -> frame.checkpoint() == number)) {
        oldest.remove();
        left.remove(number);
        stood.remove(number);
        done.remove(number);
      }
    }
  }

  Optional<Commit> commit(long number) {
    return Optional.ofNullable(commits.get(number));
  }

  /** Returns what is kept, newest first. */
  List<Commit> newestFirst() {
    return List.copyOf(commits.tailMap(floor, true).descendingMap().values());
  }

  /** Returns how the thread stood when it left a checkpoint; empty when it passed it at once. */
  Optional<Checkpoint> left(long number) {
    return Optional.ofNullable(left.get(number));
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

  /** Returns how the thread stood before a run began. */
  Optional<Checkpoint> before(String runId) {
    return Optional.ofNullable(beginnings.get(runId));
  }

  /** Returns the run or the edit that made a checkpoint. */
  Optional<Segment> segmentOf(long number) {
    return Optional.ofNullable(left.ceilingEntry(number))
        .flatMap(entry -> entry.getValue().lastSegment());
  }
}
