package io.evergraph.temporal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StateCodec;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into inputs of the engine, with values of the types that a graph declares.
 *
 * @param codec the codec
 * @param pregel the engine of the graph
 * @param schema the channels of the graph
 */
record Typing(StateCodec codec, Pregel pregel, StateSchema schema) implements Message.Cases<Input> {
  private static final TypeReference<Map<String, JsonNode>> BY_CHANNEL = new TypeReference<>() {};
  private static final TypeReference<List<Write>> WRITES = new TypeReference<>() {};

  @Override
  public Input submit(Submit it) {
    return new Input.NewInput(
        it.id(), update(it.input(), "the input"), it.options().settingsFor(pregel.spec()));
  }

  @Override
  public Input resume(Resume it) {
    return new Input.Answers(it.id(), it.answers());
  }

  @Override
  public Input proceed(Proceed it) {
    return new Input.Continue(it.id(), it.maxSteps());
  }

  @Override
  public Input edit(Edit it) {
    return new Input.StateEdit(
        it.id(),
        update(it.update(), "the edit"),
        it.asNode(),
        RunOptions.defaults().settingsFor(pregel.spec()));
  }

  @Override
  public Input cancel(Cancel it) {
    return new Input.Cancel();
  }

  private StateUpdate update(@Nullable JsonNode tree, String writer) {
    if (tree == null || tree.isNull()) {
      return StateUpdate.empty();
    }
    if (tree.isArray()) {
      List<Write> writes = codec.mapper().convertValue(tree, WRITES);
      return new StateUpdate(codec.bind(writes, schema, writer));
    }
    if (!tree.isObject()) {
      throw new InvalidInputException(
          writer, "an object of values by channel, or a list of writes", tree.toString());
    }
    return codec.update(codec.mapper().convertValue(tree, BY_CHANNEL), schema, writer);
  }

  /** Returns the shortest form of an update: by channel where each occurs once, else a list. */
  static JsonNode write(StateUpdate update, StateCodec codec) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    update.writes().forEach(write -> values.put(write.channel(), write.value()));
    return codec.toJson(
        values.size() == update.writes().size() ? values : new ArrayList<>(update.writes()));
  }
}
