package io.evergraph.runtime.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Connects a running attempt with its caller. Safe for use by several threads. */
public interface AttemptControl {
  /**
   * Says that the task is alive.
   *
   * @throws CancellationException when the task was cancelled
   */
  void beat();

  /**
   * Says that the task is alive, and how far it has come.
   *
   * @throws CancellationException when the task was cancelled
   */
  void beat(JsonNode details);

  Optional<JsonNode> lastDetails();

  /** Ends the attempt although its thread still runs; called from another thread. */
  void giveUp(Attempt end);

  boolean isCancelled();
}
