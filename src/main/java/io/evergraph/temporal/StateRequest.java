package io.evergraph.temporal;

import java.util.List;

/**
 * Asks for what leads to the state of a checkpoint.
 *
 * @param checkpoint the number of the checkpoint
 * @param held the numbers of checkpoints whose states the asker has: the reply begins at the
 *     nearest of them
 * @param from the position in the reply to begin at; 0 for the first page
 */
public record StateRequest(long checkpoint, List<Long> held, int from) {
  /** Copies the numbers. */
  public StateRequest {
    held = List.copyOf(held);
  }
}
