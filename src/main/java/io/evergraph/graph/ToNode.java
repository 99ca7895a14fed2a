package io.evergraph.graph;

import java.util.function.Function;

/**
 * The route to a node.
 *
 * @param target the name of the node, or {@link Graph#END}
 */
public record ToNode(String target) implements Route {

  @Override
  public ToNode withTarget(String other) {
    return new ToNode(other);
  }

  @Override
  public <R> R match(Function<ToNode, R> onNode, Function<Send, R> onSend) {
    return onNode.apply(this);
  }
}
