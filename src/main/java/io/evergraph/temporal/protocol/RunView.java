package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.event.RunEvent;
import org.jspecify.annotations.Nullable;

/**
 * How a run is doing, as its thread's workflow tells it.
 *
 * @param end the event that it stopped with; null where it goes on
 * @param event the number of the latest event about it where that is not kept here; null where it
 *     is, or there is none
 * @param thread the thread; null where the run goes on, as it may be large then and change often
 * @param state its state by channel; null where the run goes on, or the state is to be asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunView(
    Phase phase,
    @Nullable RunEvent end,
    @Nullable Long event,
    @Nullable ThreadView thread,
    @Nullable JsonNode state) {
  /** Returns that some run has stopped, which the thread has to be asked for. */
  public static RunView untold() {
    return new RunView(Phase.STOPPED, null, null, null, null);
  }

  /** Returns whether this tells how a run has stopped. */
  public boolean tellsEndOf(String run) {
    return end != null && thread != null && end.runs().contains(run);
  }

  public RunView with(RunEvent latest) {
    return latest.endsRun()
        ? new RunView(Phase.STOPPED, latest, null, thread, state)
        : new RunView(Phase.RUNNING, null, null, null, null);
  }

  /** How far a run has come. */
  public enum Phase {
    /** The thread has no such run. */
    UNKNOWN,
    QUEUED,
    RUNNING,
    STOPPED
  }
}
