package io.evergraph.runtime.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.NodePolicy;
import java.util.Optional;

/**
 * Connects a running attempt with its caller. A beat throws {@link
 * java.util.concurrent.CancellationException} when the task was cancelled. Safe for use by several
 * threads.
 */
public interface AttemptControl {
  void beat();

  void beat(JsonNode details);

  Optional<JsonNode> lastDetails();

  /** Ends the attempt although its thread still runs; called from another thread. */
  void giveUp(Attempt end);

  boolean isCancelled();

  /** Returns whether its worker ends before it: what it throws then is no failure of the node. */
  default boolean isCutOff() {
    return false;
  }

  /** Returns whether a task of a policy runs elsewhere when it takes too long here. */
  boolean runsElsewhereWhenLate(NodePolicy policy);
}
