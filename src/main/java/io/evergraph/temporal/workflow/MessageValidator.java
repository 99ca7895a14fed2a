package io.evergraph.temporal.workflow;

import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.protocol.ProjectedThread;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.ThreadMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Refuses messages that could not be applied: plays a message through on top of everything that was
 * taken in before it, and changes nothing.
 */
record MessageValidator(GraphThread thread) {

  /**
   * Lets a message pass, or does not.
   *
   * @throws RefusedMessage when it is refused
   */
  void check(ThreadMessage message) {
    check(() -> message);
  }

  /**
   * Lets a message pass, or does not.
   *
   * @param read reads it, if it can be read
   * @throws RefusedMessage when it is refused
   */
  void check(Supplier<? extends ThreadMessage> read) {
    try {
      ThreadMessage message = read.get();
      if (!thread.driver().knows(message.id())) {
        message.requireSmall(thread.shared().guard(), thread.shared().codec());
        message.expectedGraph().ifPresent(thread.driver()::requireGraph);
        thread.binding().or(() -> provisional(message)).ifPresent(bound -> play(bound, message));
      }
    } catch (RuntimeException | StackOverflowError failure) {
      throw new RefusedMessage(RecordedOutcome.refusal("check a message", failure));
    }
  }

  /** A graph that this worker does not know is left to the workflow task, which waits for one. */
  private Optional<BoundThread> provisional(ThreadMessage message) {
    String graph = message.graphToBind().orElseThrow(() -> message.withoutGraph(thread.id()));
    try {
      return Optional.of(provisional(thread.shared().graphs().graph(graph)));
    } catch (UnknownGraphException unknown) {
      return Optional.empty();
    }
  }

  private BoundThread provisional(Graph graph) {
    Pregel pregel = Pregel.of(graph);
    ThreadProgress progress = new ThreadProgress(pregel, pregel.begin(thread.id()));
    progress.boundBy(thread.reducers());
    return new BoundThread(
        thread.shared(), progress, new StateLineage(0), new RecordedReading(), begun -> Set.of());
  }

  private void play(BoundThread bound, ThreadMessage message) {
    Checkpoint at = ahead(bound);
    message.check(new ProjectedThread(bound, at, () -> status(bound, at)));
    Checkpoint unused = message.preview(bound, at);
  }

  private static ThreadStatus status(BoundThread bound, Checkpoint at) {
    return ThreadStatus.of(bound.pregel().next(at));
  }

  /** Returns the checkpoint with everything applied that was taken in and does not wait. */
  private Checkpoint ahead(BoundThread bound) {
    Checkpoint at = bound.progress().at();
    List<ThreadMessage> left = new ArrayList<>(thread.driver().waiting());
    while (!left.isEmpty()) {
      Checkpoint from = at;
      Optional<ThreadMessage> ready =
          left.stream().filter(it -> it.isReady(() -> status(bound, from))).findFirst();
      if (ready.isEmpty()) {
        return at;
      }
      left.remove(ready.get());
      at = after(bound, from, ready.get());
    }
    return at;
  }

  /** A message that is refused by now will be ignored when its turn comes, too. */
  private static Checkpoint after(BoundThread bound, Checkpoint at, ThreadMessage message) {
    try {
      return message.preview(bound, at);
    } catch (GraphException | IllegalArgumentException refused) {
      return at;
    }
  }
}
