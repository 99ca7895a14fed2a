package io.evergraph.pregel;

import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Send;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a graph in progress remembers from one superstep to the next beside its state.
 *
 * @param joins what its joins remember, by their names
 * @param deferred the deferred nodes that wait until nothing else is left to run
 * @param deferredSends the sends to deferred nodes, in order
 */
public record Backlog(
    Map<String, JoinMark> joins, SortedSet<String> deferred, List<Send> deferredSends) {
  /** Nothing. */
  public static final Backlog EMPTY = new Backlog(Map.of(), new TreeSet<>(), List.of());

  /** Copies the collections. */
  public Backlog {
    joins = Collections.unmodifiableMap(new TreeMap<>(joins));
    deferred = Collections.unmodifiableSortedSet(new TreeSet<>(deferred));
    deferredSends = List.copyOf(deferredSends);
  }

  JoinMark mark(JoinEdge join) {
    return joins.getOrDefault(join.name(), JoinMark.NONE);
  }

  /** Returns the nodes that wait, by whatever way. */
  Collection<String> deferredTargets() {
    return Stream.concat(deferred.stream(), deferredSends.stream().map(Send::target)).toList();
  }

  /** Returns what is to be remembered. */
  static Backlog of(
      Map<String, JoinMark> joins, SortedSet<String> deferred, List<Send> deferredSends) {
    Backlog backlog = new Backlog(joins, deferred, deferredSends);
    return backlog.isEmpty() ? EMPTY : backlog;
  }

  boolean isEmpty() {
    return joins.isEmpty() && !hasDeferred();
  }

  boolean hasDeferred() {
    return !deferred.isEmpty() || !deferredSends.isEmpty();
  }
}
