package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.SizeGuard;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a workflow: the final state, or a word about where it is when it is too large for
 * one, at which a server would end the run.
 */
public record FinalState(StateCodec codec) {
  private static final String OMITTED = "$omitted";

  /** Plain values: a tree would travel by reference where it is large, and nobody could read it. */
  @Nullable Object write(State state) {
    JsonNode whole = codec.toJson(state.values());
    if (SizeGuard.surelyTakes(new JsonSize(codec).of(whole))) {
      return codec.plain(whole);
    }
    long bytes = JsonSize.exactly(whole);
    return bytes <= SizeGuard.PAYLOAD_BYTES
        ? codec.plain(whole)
        : Map.of(
            OMITTED,
            "The final state is "
                + bytes
                + " bytes, more than the "
                + SizeGuard.PAYLOAD_BYTES
                + " that a result may be. Read the thread through Evergraph.");
  }

  public Optional<State> read(JsonNode result) {
    return result.size() == 1 && result.has(OMITTED)
        ? Optional.empty()
        : Optional.of(StateCodec.ofTrees(result));
  }
}
