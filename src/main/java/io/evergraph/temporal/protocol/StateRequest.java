package io.evergraph.temporal.protocol;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for what leads to the state of a checkpoint.
 *
 * @param held the states that the asker has: the reply begins at the nearest of them
 * @param from the position in the reply to begin at; 0 for the first page
 */
public record StateRequest(long checkpoint, List<Held> held, int from) {
  /**
   * A state that the asker has.
   *
   * @param digest the digest that it is held under; null for what the run began with
   */
  public record Held(long checkpoint, @Nullable String digest) {
    public String digestOrBeginning() {
      return Objects.requireNonNullElse(digest, StateLineage.OF_BEGINNING);
    }
  }
}
