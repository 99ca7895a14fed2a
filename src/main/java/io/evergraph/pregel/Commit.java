package io.evergraph.pregel;

import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One numbered state of a thread, as history keeps it: what was written to get there and what
 * follows.
 *
 * @param number the number, gapless per thread over all namespaces, from 1
 * @param parent the number of the state it was made from; 0 for the first of its frame
 * @param namespace the frame
 * @param source what brought it about
 * @param step the superstep
 * @param contributions what was applied, in order
 * @param state the state after it
 * @param next the tasks that follow
 * @param ended what becomes of the parent's task when this commit ends a subgraph; null otherwise
 * @param at when it was made, by the clock of the driver
 */
public record Commit(
    long number,
    long parent,
    String namespace,
    Source source,
    int step,
    List<Contribution> contributions,
    State state,
    Plan next,
    @Nullable PlannedTask ended,
    Instant at) {
  /** Copies the contributions. */
  public Commit {
    contributions = List.copyOf(contributions);
  }
}
