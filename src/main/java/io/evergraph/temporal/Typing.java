package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.NodeEdit;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StateCodec;
import io.evergraph.runtime.TypedAnswers;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into inputs of the engine, with values of the types that a graph declares.
 *
 * @param codec the codec
 * @param pregel the engine of the graph
 * @param at where the thread stands
 */
record Typing(StateCodec codec, Pregel pregel, Checkpoint at) implements Message.Cases<Input> {

  @Override
  public Input submit(Submit it) {
    return new Input.NewInput(
        it.id(), update(it.input(), "the input"), it.options().settingsFor(pregel.spec()));
  }

  @Override
  public Input resume(Resume it) {
    return new Input.Answers(it.id(), new TypedAnswers(codec, pregel, at).of(it.answers()));
  }

  @Override
  public Input proceed(Proceed it) {
    return new Input.Continue(it.id(), it.maxSteps());
  }

  @Override
  public Input edit(Edit it) {
    return new Input.StateEdit(
        it.id(),
        Frame.ROOT,
        List.of(new NodeEdit(update(it.update(), "the edit"), it.asNode())),
        RunOptions.defaults().settingsFor(pregel.spec()));
  }

  @Override
  public Input cancel(Cancel it) {
    return new Input.Cancel();
  }

  private StateUpdate update(@Nullable JsonNode tree, String writer) {
    return new StateUpdate(
        codec.bind(new Wire(codec).writes(tree, writer), pregel.schema(at.root()), writer));
  }
}
