package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.pregel.Interrupt;
import io.evergraph.state.State;
import java.util.List;
import java.util.Optional;

/**
 * How a run stopped, and the thread as it left it.
 *
 * @param runId the run
 * @param status how it stopped
 * @param snapshot the thread after it
 * @param error why it failed or parked
 */
public record RunResult(
    String runId, RunStatus status, ThreadSnapshot snapshot, Optional<GraphException> error) {

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
