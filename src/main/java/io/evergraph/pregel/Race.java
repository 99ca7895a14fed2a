package io.evergraph.pregel;

import io.evergraph.graph.JoinEdge;
import java.util.Set;

/**
 * A join that does not need all of its sources.
 *
 * @param join the join
 * @param branches the nodes that lead to it and nowhere else: they are cancelled when it fires
 */
record Race(JoinEdge join, Set<String> branches) {

  boolean hasBranch(PlannedTask planned) {
    return branches.contains(planned.task().source());
  }
}
