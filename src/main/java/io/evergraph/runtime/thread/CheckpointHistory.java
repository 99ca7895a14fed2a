package io.evergraph.runtime.thread;

import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.Segment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is kept of the way of a thread: its checkpoints, how it stood when it left each of them, and
 * where its runs began. Versions of a thread share what has not changed between them.
 *
 * <p>Deterministic and not safe for use by several threads, like the progress that keeps it.
 */
final class CheckpointHistory {
  private final int retention;
  private final NavigableMap<Long, Commit> commits = new TreeMap<>();
  private final NavigableMap<Long, Checkpoint> left = new TreeMap<>();
  private final Map<Long, Checkpoint> stood = new HashMap<>();
  private final Map<Long, Plan> done = new HashMap<>();
  private final Map<String, Checkpoint> beginnings = new LinkedHashMap<>();
  private long head;
  private long floor;

  /**
   * What is carried on of a history.
   *
   * @param head the checkpoint that the thread stands at, or went back to
   * @param floor the checkpoint from which on nothing is missing; 0 from the beginning
   * @param left how the thread stood when it left each of them
   * @param stood how it stood where it stood still
   * @param beginnings how it stood before runs began, in the order of the runs
   */
  record Kept(
      long head,
      long floor,
      List<Commit> commits,
      Map<Long, Checkpoint> left,
      Map<Long, Checkpoint> stood,
      Map<Long, Plan> done,
      List<Beginning> beginnings) {
    Kept map(
        UnaryOperator<Commit> ofCommits,
        UnaryOperator<Checkpoint> ofCheckpoints,
        UnaryOperator<Plan> ofPlans) {
      return new Kept(
          head,
          floor,
          commits.stream().map(ofCommits).toList(),
          mapped(left, ofCheckpoints),
          mapped(stood, ofCheckpoints),
          mapped(done, ofPlans),
          beginnings.stream()
              .map(it -> new Beginning(it.runId(), ofCheckpoints.apply(it.before())))
              .toList());
    }

    /** Returns this with what came after it. */
    Kept and(Kept later) {
      return new Kept(
          later.head,
          floor,
          Stream.concat(commits.stream(), later.commits.stream()).toList(),
          both(left, later.left),
          both(stood, later.stood),
          both(done, later.done),
          Stream.concat(beginnings.stream(), later.beginnings.stream()).toList());
    }

    private static <T> Map<Long, T> both(Map<Long, T> earlier, Map<Long, T> later) {
      Map<Long, T> all = new TreeMap<>(earlier);
      all.putAll(later);
      return all;
    }

    private static <T> Map<Long, T> mapped(Map<Long, T> values, UnaryOperator<T> each) {
      Map<Long, T> mapped = new TreeMap<>(values);
      mapped.replaceAll((number, value) -> each.apply(value));
      return mapped;
    }
  }

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
    CheckpointHistory history = new CheckpointHistory(retention);
    history.head = kept.head();
    history.floor = kept.floor();
    kept.commits().forEach(commit -> history.commits.put(commit.number(), commit));
    history.left.putAll(kept.left());
    history.stood.putAll(kept.stood());
    history.done.putAll(kept.done());
    kept.beginnings().forEach(it -> history.beginnings.put(it.runId(), it.before()));
    return history;
  }

  /** Returns the newest checkpoints, and what a thread needs of the older ones to go on. */
  Kept kept(int most, Checkpoint now) {
    long from = floorOf(most);
    List<Beginning> begun = beginnings(from, now);
    Set<Long> read = readBy(now);
    long oldest = newest() - retention; // a store keeps all that follows the oldest one
    begun.stream()
        .flatMap(it -> readBy(it.before()).stream())
        .filter(it -> it > oldest)
        .forEach(read::add);
    LongPredicate isKept =
        number -> number >= from || (read.contains(number) && commits.containsKey(number));
    return new Kept(
        head,
        from,
        List.copyOf(only(commits, isKept).values()),
        only(left, isKept),
        only(stood, isKept),
        only(done, isKept),
        begun);
  }

  /** Returns what has come since the newest checkpoint had a number; 0 stands before the first. */
  Kept keptSince(long number) {
    NavigableMap<Long, Commit> news = commits.tailMap(number, false);
    Set<Long> parents = news.values().stream().map(Commit::parent).collect(Collectors.toSet());
    LongPredicate mayHaveChanged = any -> any >= number || any == head || parents.contains(any);
    return new Kept(
        head,
        number == 0 ? floor : number + 1,
        List.copyOf(news.values()),
        only(left, mayHaveChanged),
        only(stood, mayHaveChanged),
        only(done, mayHaveChanged),
        beginnings.entrySet().stream()
            .filter(it -> it.getValue().number() >= number)
            .map(it -> new Beginning(it.getKey(), it.getValue()))
            .toList());
  }

  /** Returns the number of the newest checkpoint that is kept; 0 for none. */
  long newest() {
    return commits.isEmpty() ? 0 : commits.lastKey();
  }

  /** Returns the number of the oldest checkpoint that is kept; 0 for none. */
  long oldest() {
    return commits.isEmpty() ? 0 : commits.firstKey();
  }

  private long floorOf(int most) {
    int older = commits.size() - most;
    if (older <= 0) {
      return floor;
    }
    long first =
        most == 0
            ? commits.lastKey() + 1
            : commits.keySet().stream().skip(older).findFirst().orElseThrow();
    return Math.max(floor, first);
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

  /**
   * Notes how the thread stood where it is left by a run, an edit or a way back, unless it was
   * running there, and where the runs began that have begun by these events.
   */
  void leave(Checkpoint before, boolean wasRunning, List<RunEvent> news) {
    if (!wasRunning) {
      stood.put(head, before);
    }
    for (RunEvent event : news) {
      if (event instanceof RunEvent.RunStarted started) {
        beginnings.put(started.runs().get(started.runs().size() - 1), before);
        if (beginnings.size() > retention) {
          beginnings.remove(beginnings.keySet().iterator().next());
        }
      }
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
      commits.putIfAbsent(commit.number(), commit);
    }
  }

  void wentBack(Checkpoint now) {
    head = now.frames().newest();
    left.put(head, now);
  }

  /** What tasks in progress read has to stay. */
  private void forgetOldest(Checkpoint now) {
    Set<Long> read = readBy(now);
    Iterator<Long> oldest = commits.keySet().iterator();
    while (commits.size() > retention && oldest.hasNext()) {
      Long number = oldest.next();
      if (!read.contains(number)) {
        oldest.remove();
        left.remove(number);
        stood.remove(number);
        done.remove(number);
      }
    }
  }

  private static Set<Long> readBy(Checkpoint now) {
    Set<Long> read = new HashSet<>();
    for (Frame frame : now.frames().values()) {
      read.add(frame.checkpoint());
      frame.plan().tasks().forEach(planned -> read.add(planned.task().checkpoint()));
    }
    return read;
  }

  Optional<Commit> commit(long number) {
    return Optional.ofNullable(commits.get(number));
  }

  List<Commit> newestFirst() {
    return List.copyOf(commits.tailMap(floor, true).descendingMap().values());
  }

  /** Returns how the thread stood when it left a checkpoint; empty when it passed it at once. */
  Optional<Checkpoint> left(long number) {
    return Optional.ofNullable(left.get(number));
  }

  /** Returns how the thread stood at a checkpoint where it stood still. */
  Optional<Checkpoint> stood(long number) {
    return Optional.ofNullable(stood.get(number))
        .or(() -> left(number).filter(it -> head == number));
  }

  /** Returns the superstep that followed a checkpoint, with its results; empty for none. */
  Optional<Plan> doneAfter(long number) {
    return Optional.ofNullable(done.get(number));
  }

  /** Returns how the thread stood before a run, as long as what that reads is kept. */
  Optional<Checkpoint> before(String runId) {
    return Optional.ofNullable(beginnings.get(runId)).filter(this::isReadable);
  }

  private boolean isReadable(Checkpoint before) {
    return readBy(before).stream().allMatch(it -> it == 0 || commits.containsKey(it));
  }

  Optional<Segment> segmentOf(long number) {
    return Optional.ofNullable(left.ceilingEntry(number))
        .flatMap(entry -> entry.getValue().lastSegment());
  }
}
