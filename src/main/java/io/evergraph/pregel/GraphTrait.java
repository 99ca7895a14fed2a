package io.evergraph.pregel;

import io.evergraph.graph.SubgraphNode;
import java.util.function.Predicate;

/** What few graphs have, in themselves or in a subgraph at any depth. */
public enum GraphTrait {
  /** A join that does not need all of its sources. */
  RACES(index -> !index.races().isEmpty()),
  /** Eager execution: each result is committed alone. */
  EAGER(GraphIndex::isEager),
  /** A node that takes care of failures. */
  ERROR_HANDLERS(index -> index.spec().failure().hasHandlers()),
  /** The first failure cancels the other tasks. */
  FAILS_FAST(FailFast::isAskedFor),
  /** A subgraph on a thread of its own. */
  CALLS(
      index ->
          index.spec().nodes().stream()
              .anyMatch(
                  node -> node instanceof SubgraphNode child && child.embedding().isOnOwnThread())),
  /** A channel with a reducer of a user. */
  REDUCERS_OF_USERS(index -> index.schema().callsReducersOfUsers());

  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final Predicate<GraphIndex> own;

  GraphTrait(Predicate<GraphIndex> own) {
    this.own = own;
  }

  /** Returns whether a graph has this in itself. */
  boolean isOwn(GraphIndex index) {
    return own.test(index);
  }
}
