package io.evergraph.graph;

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
}
