package io.evergraph.graph;

import java.util.List;
import java.util.function.Function;

/**
 * An edge that is always taken.
 *
 * @param from the node it leaves
 * @param to the node it leads to
 */
public record StaticEdge(String from, String to) implements Edge {

  @Override
  public List<String> sources() {
    return List.of(from);
  }

  @Override
  public List<String> targets() {
    return List.of(to);
  }

  @Override
  public <R> R match(
      Function<StaticEdge, R> onStatic,
      Function<ConditionalEdge, R> onConditional,
      Function<JoinEdge, R> onJoin,
      Function<FirstMatchEdge, R> onFirstMatch) {
    return onStatic.apply(this);
  }
}
