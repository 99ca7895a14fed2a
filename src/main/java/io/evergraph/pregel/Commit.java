package io.evergraph.pregel;

import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One numbered state of a thread, as history keeps it: what was written to get there and what
 * follows.
 *
 * @param number the number, gapless per thread over all namespaces, from 1
 * @param parent the number of the state it was made from; 0 for the first of its frame
 * @param source what brought it about
 * @param contributions what was applied, in order
 * @param state the state after it
 * @param next the tasks that follow
 * @param ended what becomes of the parent's task when this commit ends a subgraph; null otherwise
 * @param at when it was made, by the clock of the driver
 * @param done the superstep that it completed, with the results; empty for inputs, plain edits and
 *     forks
 * @param frames everything that was in progress right after it: what a fork goes on from
 */
public record Commit(
    long number,
    long parent,
    String namespace,
    Source source,
    int step,
    List<TaskWrites> contributions,
    State state,
    Plan next,
    @Nullable PlannedTask ended,
    Instant at,
    Plan done,
    Frames frames) {
  public Commit {
    contributions = List.copyOf(contributions);
  }

  /**
   * Returns whether a superstep ended here: what lived for one was cleared before the contributions
   * were applied. What enters a subgraph is cleared only after its nodes have seen it.
   */
  public boolean endsStep() {
    return !done.isEmpty() && (namespace.isEmpty() || !done.isEntry());
  }
}
