package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.Optional;

/**
 * A task of its own for a node: each send runs, with the input it carries in place of the state.
 *
 * @param target the name of the node
 * @param input what the task reads as its state
 * @param timeout the longest silence of the task's attempts, in place of the node's; a subgraph has
 *     none
 */
public record Send(String target, StateUpdate input, Optional<Duration> timeout) implements Route {
  public Send {
    Given.required(target, "the target of a send", "the name of a node");
    Given.required(input, "the input of a send", "an update");
    if (timeout.filter(limit -> limit.isZero() || limit.isNegative()).isPresent()) {
      throw new IllegalArgumentException(
          "Expected a positive timeout of the send to '" + target + "' but found " + timeout.get());
    }
    timeout.ifPresent(limit -> PolicyLimits.time("the timeout of a send", limit));
  }

  /** Returns this send with another input. */
  public Send withInput(StateUpdate other) {
    return new Send(target, other, timeout);
  }

  @Override
  public Send withTarget(String other) {
    return new Send(other, input, timeout);
  }
}
