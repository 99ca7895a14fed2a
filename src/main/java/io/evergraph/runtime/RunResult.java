package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a run stopped, and the thread as it left it.
 *
 * @param status how it stopped
 * @param snapshot the thread after it
 * @param error why it failed or parked
 */
public record RunResult(
    String runId, RunStatus status, ThreadSnapshot snapshot, Optional<GraphException> error) {

  private static final Map<Class<? extends RunEvent>, RunStatus> STOPPED_BY =
      Map.of(
          RunEvent.RunWaiting.class, RunStatus.WAITING,
          RunEvent.RunParked.class, RunStatus.PARKED,
          RunEvent.RunPaused.class, RunStatus.PAUSED);

  /**
   * Returns how a run stopped.
   *
   * @param end the event that it stopped with
   * @param snapshot the thread as the run left it
   */
  public static RunResult of(String runId, RunEvent end, ThreadSnapshot snapshot) {
    if (end instanceof RunEvent.RunFinished) {
      return new RunResult(runId, RunStatus.FINISHED, snapshot, Optional.empty());
    }
    if (end instanceof RunEvent.RunFailed failed) {
      GraphException error =
          GraphException.restore(failed.error(), failed.message(), failed.details());
      return new RunResult(runId, RunStatus.FAILED, snapshot, Optional.of(error));
    }
    Optional<GraphException> error = Optional.ofNullable(snapshot.error());
    return new RunResult(runId, stopped(end), snapshot, error);
  }

  private static RunStatus stopped(RunEvent end) {
    return STOPPED_BY.getOrDefault(end.getClass(), RunStatus.CANCELLED);
  }

  /** Returns the state that the run left. */
  public State state() {
    return snapshot.state();
  }

  /** Returns the questions that the run left open. */
  public List<Interrupt> interrupts() {
    return snapshot.interrupts();
  }

  /**
   * Returns this result of a run that did not fail.
   *
   * @throws GraphException when the run failed or parked
   */
  public RunResult orThrow() {
    if (error.isPresent()) {
      throw error.get();
    }
    return this;
  }
}
