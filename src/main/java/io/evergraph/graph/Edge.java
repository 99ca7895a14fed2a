package io.evergraph.graph;

import java.util.List;
import java.util.function.Function;

/** What leads from finished nodes to the next ones, as data. */
public sealed interface Edge permits StaticEdge, ConditionalEdge, JoinEdge, FirstMatchEdge {
  /** Returns the nodes that the edge leaves from. */
  List<String> sources();

  /** Returns the nodes that the edge may lead to, as far as they are declared. */
  List<String> targets();

  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<StaticEdge, R> onStatic,
      Function<ConditionalEdge, R> onConditional,
      Function<JoinEdge, R> onJoin,
      Function<FirstMatchEdge, R> onFirstMatch) {
    if (this instanceof StaticEdge it) {
      return onStatic.apply(it);
    }
    if (this instanceof ConditionalEdge it) {
      return onConditional.apply(it);
    }
    if (this instanceof JoinEdge it) {
      return onJoin.apply(it);
    }
    return onFirstMatch.apply((FirstMatchEdge) this);
  }
}
