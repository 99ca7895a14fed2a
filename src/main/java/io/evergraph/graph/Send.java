package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import java.util.function.Function;

/**
 * A task of its own for a node: each send runs, with the input it carries in place of the state.
 *
 * @param target the name of the node
 * @param input what the task reads as its state
 */
public record Send(String target, StateUpdate input) implements Route {

  @Override
  public Send withTarget(String other) {
    return new Send(other, input);
  }

  @Override
  public <R> R match(Function<ToNode, R> onNode, Function<Send, R> onSend) {
    return onSend.apply(this);
  }
}
