package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Pregel;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import java.util.Optional;

/**
 * Turns the checkpoints of one graph's threads into JSON and back, so that another process can go
 * on with them, in the middle of a superstep too. What the last transition committed is left out:
 * it belongs to history.
 */
public final class CheckpointCodec {
  private final StateCodec codec;
  private final Graph graph;

  public CheckpointCodec(StateCodec codec, Graph graph) {
    this.codec = codec;
    this.graph = graph;
  }

  public JsonNode write(Checkpoint checkpoint) {
    return codec.toJson(Pregel.of(graph).stored(checkpoint));
  }

  public Checkpoint read(JsonNode tree) {
    return Optional.<Checkpoint>ofNullable(codec.fromJson(tree, Checkpoint.class, "a checkpoint"))
        .map(new CheckpointTypes(codec, graph, new StoredStates(codec))::bind)
        .orElseThrow(() -> new InvalidValueException("a checkpoint", "its JSON form", "null"));
  }

  /**
   * The states of checkpoints that stand alone. Channels that the graph no longer has are left
   * behind; new ones begin as in a new thread.
   */
  private record StoredStates(StateCodec codec) implements CheckpointTypes.States {
    @Override
    public State state(State raw, StateSchema schema) {
      return codec.bind(schema.initial().and(raw.only(schema::knows)), schema);
    }

    @Override
    public State live(State raw, StateSchema schema) {
      return State.empty();
    }
  }
}
