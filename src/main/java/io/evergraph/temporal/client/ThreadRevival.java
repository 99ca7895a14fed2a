package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.SavedThreads.Restored;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ContinuedState;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.Saving;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Begins the workflow of a thread again from the checkpoint store: of one that has rested for so
 * long that its workflow has completed, whether the server still knows that or not.
 */
public record ThreadRevival(
    TemporalConnection connection, ThreadCalls calls, ThreadStarter starter, SavedReader saved) {
  private static final int CHECKPOINTS = 4;
  private static final int EVENTS = 20;

  /** Does something with a thread; where its workflow has completed in rest, with another one. */
  public <T> T with(ThreadId thread, Supplier<T> action) {
    try {
      return action.get();
    } catch (ThreadEndedException | UnknownThreadException closed) {
      if (!beginAgain(thread)) {
        throw closed;
      }
      return action.get();
    }
  }

  /** Changes a thread; where its workflow has completed in rest, by another one. */
  public void with(ThreadId thread, Runnable change) {
    boolean unused =
        with(
            thread,
            () -> {
              change.run();
              return true;
            });
  }

  /**
   * Starts something on a thread. One that has rested is begun again first, lest it begin anew; one
   * that comes to rest meanwhile as well.
   *
   * @param action is told whether a thread that has ended may begin anew
   * @throws io.evergraph.error.StoreUnavailableException when the server does not know the thread,
   *     and the store cannot be asked
   */
  public <T> T start(ThreadId thread, WhenEnded whenEnded, Function<WhenEnded, T> action) {
    if (!doThreadsRest()) {
      return action.apply(whenEnded);
    }
    boolean unused = beginAgain(thread);
    try {
      return with(thread, () -> action.apply(WhenEnded.REFUSE));
    } catch (ThreadEndedException ended) {
      if (whenEnded == WhenEnded.REFUSE) {
        throw ended;
      }
      return action.apply(whenEnded);
    }
  }

  private boolean doThreadsRest() {
    TemporalOptions.Checkpoints checkpoints = connection.options().checkpoints();
    return checkpoints != null && checkpoints.idle() != null;
  }

  /**
   * Begins the workflow of a thread again before it is created, which is then refused.
   *
   * @throws io.evergraph.error.StoreUnavailableException when the server does not know the thread,
   *     and the store cannot be asked
   */
  public void beforeCreation(ThreadId thread) {
    if (doThreadsRest()) {
      boolean unused = beginAgain(thread);
    }
  }

  private boolean beginAgain(ThreadId thread) {
    if (connection.options().checkpoints() == null || !mayRest(thread)) {
      return false;
    }
    Optional<Restored> found = saved.find(thread).filter(it -> !it.isOver());
    found.ifPresent(this::begin);
    return found.isPresent();
  }

  /** One that has ended, by itself or by force, stays so as long as the server knows. */
  private boolean mayRest(ThreadId thread) {
    try {
      boolean hasCompleted =
          calls.describe(thread).getStatus()
              == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
      return hasCompleted && starter.reader().ended(thread).isEmpty();
    } catch (UnknownThreadException forgotten) {
      return !calls.isDeleted(thread);
    }
  }

  private void begin(Restored thread) {
    long lastEvent = thread.progress().map(ThreadProgress::lastEvent).orElse(0L);
    Saving saving =
        Saving.begun(Optional.ofNullable(connection.options().checkpoints()).orElseThrow().idle())
            .upTo(lastEvent);
    GraphInput input = GraphInput.copying(carried(thread), thread.metadata()).saved(saving);
    Graph graph = thread.progress().map(it -> it.pregel().graph()).orElse(null);
    starter.goOn(thread.id(), graph, thread.metadata(), thread.views().now().status(), input);
  }

  private ContinuedState carried(Restored thread) {
    ContinuedState usual = carried(thread, CHECKPOINTS, EVENTS);
    try {
      connection
          .guard()
          .requirePayload(codec().toJson(usual), () -> "thread '" + thread.id() + "'", "");
      return usual;
    } catch (GraphException tooLarge) {
      return carried(thread, 0, 0);
    }
  }

  private ContinuedState carried(Restored thread, int checkpoints, int events) {
    Optional<ThreadProgress> progress = thread.progress();
    JsonNode graph =
        progress.map(it -> Topology.of(it.pregel().spec(), codec()).graph()).orElse(null);
    JsonNode written =
        progress
            .map(
                it ->
                    new ProgressCodec(codec(), it.pregel().graph()).write(it, checkpoints, events))
            .orElse(null);
    return new ContinuedState(
            graph,
            written,
            thread.mode(),
            0,
            thread.created(),
            List.of(),
            List.of(),
            thread.seen(),
            progress.stream()
                .map(
                    it ->
                        new PreviousExecution(
                            PreviousExecution.SAVED, it.at().number(), it.lastEvent()))
                .toList(),
            null,
            Map.of())
        .packed(codec().mapper());
  }

  private StateCodec codec() {
    return connection.codec();
  }
}
