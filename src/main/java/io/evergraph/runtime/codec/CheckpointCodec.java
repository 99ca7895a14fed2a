package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Pregel;
import java.util.Optional;

/**
 * Turns the checkpoints of one graph's threads into JSON and back, so that another process can go
 * on with them, in the middle of a superstep too. What the last transition committed is left out:
 * it belongs to history.
 */
public final class CheckpointCodec {
  private final StateCodec codec;
  private final Graph graph;

  /** Makes the codec of a graph's checkpoints. */
  public CheckpointCodec(StateCodec codec, Graph graph) {
    this.codec = codec;
    this.graph = graph;
  }

  /** Returns the JSON form of a checkpoint. */
  public JsonNode write(Checkpoint checkpoint) {
    return codec.toJson(Pregel.of(graph).stored(checkpoint));
  }

  /**
   * Reads a checkpoint.
   *
   * @throws InvalidValueException when the tree is not the form of a checkpoint of this graph
   */
  public Checkpoint read(JsonNode tree) {
    return Optional.<Checkpoint>ofNullable(codec.fromJson(tree, Checkpoint.class, "a checkpoint"))
        .map(new CheckpointTypes(codec, graph, new StoredStates(codec))::bind)
        .orElseThrow(() -> new InvalidValueException("a checkpoint", "its JSON form", "null"));
  }
}
