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
import java.util.TreeMap;

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

  /**
   * Begins with nothing.
   *
   * @param retention how many checkpoints are kept, over all subgraphs
   */
  Chronicle(int retention) {
    this.retention = retention;
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
    return List.copyOf(commits.descendingMap().values());
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
