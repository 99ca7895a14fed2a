package io.evergraph.pregel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many more tasks may begin at a checkpoint: the run, and each subgraph that says so, has so
 * many at work at once. Counts those that begin; not for use by several threads.
 */
public final class ConcurrencyLimits {
  private final GraphIndex index;
  private final Checkpoint at;
  private final Supplier<Stream<Task>> running;
  private int all;

  /** The tasks at work in each subgraph with a limit; null until one is asked for. */
  private @Nullable Map<String, Integer> inside;

  ConcurrencyLimits(GraphIndex index, Checkpoint at, int all, Supplier<Stream<Task>> running) {
    this.index = index;
    this.at = at;
    this.all = all;
    this.running = running;
  }

  /** Returns whether the run has as many tasks at work as it may. */
  public boolean areReached() {
    return !at.lastSegment().orElseThrow().settings().hasRoomBeside(all);
  }

  /** Returns whether a task may begin; it counts as one that has, then. */
  public boolean letBegin(Task task) {
    List<Frame> limited = limited(task);
    if (areReached() || !limited.stream().allMatch(this::hasRoom)) {
      return false;
    }
    limited.forEach(frame -> count(counted(), frame));
    all++;
    return true;
  }

  /** Returns the subgraphs around a task that have a limit; that of the root is the run's. */
  private List<Frame> limited(Task task) {
    if (task.namespace().equals(Frame.ROOT)) {
      return List.of();
    }
    List<Frame> limited = new ArrayList<>();
    Optional<Frame> around = at.frame(task.namespace());
    while (around.filter(frame -> !frame.isRoot()).isPresent()) {
      around.filter(frame -> limit(frame) > 0).ifPresent(limited::add);
      around = around.flatMap(at.frames()::calling);
    }
    return limited;
  }

  private int limit(Frame frame) {
    return index.of(frame).spec().maxConcurrency();
  }

  private boolean hasRoom(Frame frame) {
    return counted().getOrDefault(frame.namespace(), 0) < limit(frame);
  }

  private Map<String, Integer> counted() {
    Map<String, Integer> known = inside;
    if (known == null) {
      Map<String, Integer> counts = new HashMap<>();
      running.get().flatMap(task -> limited(task).stream()).forEach(frame -> count(counts, frame));
      known = counts;
      inside = counts;
    }
    return known;
  }

  private static void count(Map<String, Integer> counts, Frame frame) {
    Integer unused = counts.merge(frame.namespace(), 1, Integer::sum);
  }
}
