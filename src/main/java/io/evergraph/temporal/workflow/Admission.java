package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Next;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.CopyMessage;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ProceedMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses at the door what could not be applied: plays a message through on top of everything that
 * was taken in before it, and changes nothing.
 */
final class Admission implements ThreadMessage.Cases<Boolean> {
  private final GraphThread thread;

  Admission(GraphThread thread) {
    this.thread = thread;
  }

  /**
   * Lets a message pass, or does not.
   *
   * @throws RefusedMessage when it is refused
   */
  void check(ThreadMessage message) {
    if (thread.inbox().knows(message.id())) {
      return;
    }
    try {
      message.match(this);
    } catch (GraphException refused) {
      throw new RefusedMessage(refused);
    }
  }

  @Override
  public Boolean submit(SubmitMessage it) {
    requireSmall("submit", it);
    requireGraph(it.graphName());
    if (it.options().strategy().refuses(statusAhead())) {
      throw new ThreadBusyException(thread.id(), "a new input");
    }
    return play(it.graphName(), it);
  }

  private ThreadStatus statusAhead() {
    return thread.inbox().submits().isEmpty()
        ? thread
            .binding()
            .map(bound -> ThreadStatus.of(bound.pregel().next(ahead(bound))))
            .orElse(ThreadStatus.IDLE)
        : ThreadStatus.BUSY;
  }

  private boolean isBusy() {
    return !thread.inbox().submits().isEmpty()
        || thread.binding().map(bound -> isRunning(bound, ahead(bound))).orElse(false);
  }

  private static ThreadStatus status(GraphBinding bound, Checkpoint at) {
    return ThreadStatus.of(bound.pregel().next(at));
  }

  private static boolean isRunning(GraphBinding bound, Checkpoint at) {
    return bound.pregel().next(at) instanceof Next.Run;
  }

  private void requireGraph(String asked) {
    Optional<String> bound =
        thread
            .binding()
            .map(binding -> binding.spec().name())
            .or(() -> thread.inbox().submits().stream().map(SubmitMessage::graphName).findFirst());
    if (bound.filter(name -> !name.equals(asked)).isPresent()) {
      throw new GraphMismatchException(thread.id(), bound.get(), asked);
    }
  }

  /** A graph that this worker does not know is left to the workflow task, which waits for one. */
  private boolean play(String graph, ThreadMessage message) {
    GraphBinding bound;
    try {
      bound = thread.binding().orElseGet(() -> provisional(graph));
    } catch (UnknownGraphException unknown) {
      return true;
    }
    return play(bound, message);
  }

  private GraphBinding provisional(String name) {
    Graph graph = thread.shared().graphs().graph(name);
    return GraphBinding.begin(graph, graph.spec(), thread.id());
  }

  private boolean play(GraphBinding bound, ThreadMessage message) {
    return play(bound, ahead(bound), message);
  }

  private boolean play(GraphBinding bound, Checkpoint ahead, ThreadMessage message) {
    Checkpoint unused = bound.preview(ahead, message, thread.shared().codec(), GraphThread.now());
    return true;
  }

  /** Returns the checkpoint with everything applied that was taken in and does not wait. */
  private Checkpoint ahead(GraphBinding bound) {
    Checkpoint at = bound.progress().at();
    if (thread.inbox().isEmpty()) {
      return at;
    }
    Inbox left = thread.inbox().copy();
    Optional<ThreadMessage> message = takeReady(left, status(bound, at));
    while (message.isPresent()) {
      at = after(bound, at, message.get());
      message = takeReady(left, status(bound, at));
    }
    return at;
  }

  private static Optional<ThreadMessage> takeReady(Inbox inbox, ThreadStatus status) {
    return inbox.takeReady(message -> message.isReady(status));
  }

  /** A message that is refused by now will be ignored when its turn comes, too. */
  private Checkpoint after(GraphBinding bound, Checkpoint at, ThreadMessage message) {
    if (message instanceof MigrateMessage) {
      return at;
    }
    try {
      return bound.preview(at, message, thread.shared().codec(), GraphThread.now());
    } catch (GraphException refused) {
      return at;
    }
  }

  @Override
  public Boolean resume(ResumeMessage it) {
    List<String> ids = it.interruptIds();
    GraphBinding bound =
        thread
            .binding()
            .orElseThrow(
                () ->
                    new UnknownInterruptException(
                        thread.id(), ids.isEmpty() ? "-" : ids.get(0), List.of()));
    Checkpoint ahead = ahead(bound);
    List<Interrupt> open = bound.pregel().interrupts(ahead);
    new Answers(thread.shared().schemas(), open).check(it.answers());
    return play(bound, ahead, it);
  }

  @Override
  public Boolean proceed(ProceedMessage it) {
    requireSmall("proceed", it);
    return play(
        thread.binding().orElseThrow(() -> new NothingToResumeException(thread.id(), "a continue")),
        it);
  }

  @Override
  public Boolean edit(UpdateStateMessage it) {
    requireSmall("updateState", it);
    String graph = it.graph();
    if (graph != null) {
      requireGraph(graph);
      requireIdle();
      return play(graph, it);
    }
    GraphBinding bound =
        thread.binding().orElseThrow(() -> new NothingToResumeException(thread.id(), "an edit"));
    requireIdle();
    return play(bound, it);
  }

  private void requireSmall(String name, ThreadMessage message) {
    thread
        .shared()
        .guard()
        .requireMessage(name, ThreadMessage.written(message), thread.shared().codec());
  }

  private void requireSmall(@Nullable JsonNode past) {
    thread.shared().guard().requirePast(past);
  }

  @Override
  public Boolean takeUp(ForkMessage it) {
    requireSmall("fork", it);
    requireSmall(it.past());
    GraphBinding bound = thread.bindingOrThrow(it.checkpoint());
    requireIdle();
    return play(bound, it);
  }

  @Override
  public Boolean goBack(RollbackMessage it) {
    requireSmall(it.past());
    GraphBinding bound = thread.bindingOrThrow(it.checkpoint());
    requireIdle();
    return play(bound, it);
  }

  /** What was taken in before, and is not applied yet, does not wait for a thread at rest. */
  @Override
  public Boolean moveTo(MigrateMessage it) {
    if (isBusy()) {
      throw new ThreadBusyException(thread.id(), "a migration");
    }
    MigrationPlan unused = thread.migration(it.version()).orThrow();
    return true;
  }

  @Override
  public Boolean copyOf(CopyMessage it) {
    return true;
  }

  private void requireIdle() {
    if (isBusy()) {
      throw new ThreadBusyException(thread.id(), "an edit of its state");
    }
  }

  @Override
  public Boolean cancel(CancelMessage it) {
    return true;
  }

  @Override
  public Boolean pause(PauseMessage it) {
    return true;
  }
}
