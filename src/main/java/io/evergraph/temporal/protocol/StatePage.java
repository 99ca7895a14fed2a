package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.error.GraphException;
import io.evergraph.pregel.Frame;
import io.evergraph.state.Write;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of what leads to a state.
 *
 * @param digest the digest of the checkpoint; null for what the run began with
 * @param base the checkpoint to begin at, one of those that the asker holds; 0 begins with nothing
 * @param next the position to ask for next; 0 when this was the last page
 * @param refusal why the state cannot be told; null where it is: failures of queries lose their
 *     type
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatePage(
    String namespace,
    @Nullable String digest,
    long base,
    List<Piece> pieces,
    int next,
    @Nullable GraphException refusal)
    implements Referable.Reply {
  public static StatePage refused(GraphException reason) {
    return new StatePage(Frame.ROOT, null, 0, List.of(), 0, reason);
  }

  public StatePage orThrow() {
    if (refusal != null) {
      throw refusal;
    }
    return this;
  }

  public String digestOrBeginning() {
    return Objects.requireNonNullElse(digest, StateLineage.OF_BEGINNING);
  }

  /**
   * One piece.
   *
   * @param writer the node that wrote; null for values
   * @param barrier the checkpoint of the barrier that it belongs to: contributions of one barrier
   *     are applied together
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Piece(How how, @Nullable String writer, long barrier, List<Write> writes) {}

  /** What to do with a piece. */
  public enum How {
    /** Its values are what the channels hold. */
    HOLD,
    /** Its elements follow those that the channel holds, a list or a map. */
    EXTEND,
    /** A superstep has ended: what lived for one is gone. */
    CLEAR,
    /** Its writes pass through the reducers. */
    APPLY
  }

  /**
   * Asks for what leads to the state of a checkpoint.
   *
   * @param held the states that the asker has: the reply begins at the nearest of them
   * @param from the position in the reply to begin at; 0 for the first page
   */
  public record Request(long checkpoint, List<Held> held, int from) {
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
}
