package io.evergraph.runtime.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** The line between a running task and whoever waits for it. Safe for use by several threads. */
public interface AttemptControl {
  /**
   * Says that the task is alive.
   *
   * @throws CancellationException when nobody waits for the task any more
   */
  void beat();

  /**
   * Says that the task is alive, and how far it has come.
   *
   * @throws CancellationException when nobody waits for the task any more
   */
  void beat(JsonNode details);

  Optional<JsonNode> lastDetails();

  /** Ends the attempt although its thread still runs; called from another thread. */
  void giveUp(Attempt end);

  boolean isCancelled();
}
