package io.evergraph.pregel;

import java.util.Collection;
import java.util.function.Function;

/** How many tasks may run at once: of the run, and of each subgraph that has a limit of its own. */
final class ConcurrencyLimits {
  private final GraphIndex index;
  private final Checkpoint at;

  ConcurrencyLimits(GraphIndex index, Checkpoint at) {
    this.index = index;
    this.at = at;
  }

  /** Returns whether a task may begin beside those that run. */
  <T> boolean haveRoom(Task task, Collection<T> running, Function<T, Task> asTask) {
    return at.lastSegment().orElseThrow().settings().hasRoomBeside(running.size())
        && at.frame(task.namespace()).filter(it -> haveRoom(it, running, asTask)).isPresent();
  }

  /** The limit of the root is that of the run. */
  private <T> boolean haveRoom(Frame frame, Collection<T> running, Function<T, Task> asTask) {
    if (frame.isRoot()) {
      return true;
    }
    int limit = index.of(frame).spec().maxConcurrency();
    return (limit == 0 || countInside(frame.namespace(), running, asTask) < limit)
        && at.frames().calling(frame).filter(it -> haveRoom(it, running, asTask)).isPresent();
  }

  private static <T> long countInside(
      String namespace, Collection<T> running, Function<T, Task> asTask) {
    return running.stream()
        .filter(it -> Frame.isWithin(asTask.apply(it).namespace(), namespace))
        .count();
  }
}
