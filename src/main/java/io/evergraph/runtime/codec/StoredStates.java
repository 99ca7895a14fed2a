package io.evergraph.runtime.codec;

import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states of checkpoints that stand alone. Channels that the graph no longer has are left
 * behind; new ones begin as in a new thread.
 *
 * @param codec gives values their types
 */
record StoredStates(StateCodec codec) implements CheckpointTypes.States {
  @Override
  public State state(State raw, StateSchema schema) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(schema.initial().values());
    raw.values()
        .forEach(
            (name, value) -> {
              if (schema.openness() == Openness.ANY || schema.channels().containsKey(name)) {
                values.put(name, value);
              }
            });
    return codec.bind(State.of(values), schema);
  }

  @Override
  public State live(State raw, StateSchema schema) {
    return State.empty();
  }
}
