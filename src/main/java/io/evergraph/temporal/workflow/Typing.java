package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.NodeEdit;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.codec.CheckpointCodec;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.TypedAnswers;
import io.evergraph.runtime.thread.CheckpointBundle;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ThreadCopy;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.CompactJson;
import io.evergraph.temporal.protocol.CopyMessage;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ProceedMessage;
import io.evergraph.temporal.protocol.ResumeCommand;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into inputs of the engine, with values of the types that a graph declares.
 *
 * @param codec the codec
 * @param bound the thread's graph and progress
 */
record Typing(StateCodec codec, GraphBinding bound) implements ThreadMessage.Cases<Input> {

  @Override
  public Input submit(SubmitMessage it) {
    return new Input.NewInput(
        it.id(), update(it.input(), schema(), "the input"), it.options().settingsFor(bound.spec()));
  }

  @Override
  public Input resume(ResumeMessage it) {
    return new Input.Answers(
        it.id(),
        new TypedAnswers(codec, bound.pregel(), bound.progress().at()).of(it.answers()),
        steering(it.command()));
  }

  @Override
  public Input proceed(ProceedMessage it) {
    return new Input.Continue(it.id(), steering(it.command()));
  }

  @Override
  public Input edit(UpdateStateMessage it) {
    return new Input.StateEdit(it.id(), it.frame(), edits(it.parts(), it.frame()), settings());
  }

  private List<NodeEdit> edits(List<UpdateStateMessage.Part> parts, String namespace) {
    StateSchema schema = Namespaces.graphOf(bound.code(), namespace).schema();
    return parts.stream()
        .map(part -> new NodeEdit(update(part.update(), schema, "the edit"), part.asNode()))
        .toList();
  }

  private RunSettings settings() {
    return RunOptions.defaults().settingsFor(bound.spec());
  }

  @Override
  public Input takeUp(ForkMessage it) {
    CheckpointBundle past = past(it.past()).orElseGet(() -> bound.progress().past(it.checkpoint()));
    Fork fork =
        new Fork(it.checkpoint(), it.branchOrChild(), edits(it.parts(), past.commit().namespace()));
    return bound.progress().fork(it.id(), fork, settings(), past);
  }

  @Override
  public Input goBack(RollbackMessage it) {
    return past(it.past())
        .<Input>map(past -> new Input.Rollback(it.id(), past.stood()))
        .orElseGet(() -> bound.progress().rollback(it.id(), it.checkpoint()));
  }

  /** Returns a checkpoint that an earlier execution keeps; empty where none was sent along. */
  Optional<CheckpointBundle> past(@Nullable JsonNode sent) {
    return Optional.ofNullable(sent).map(new ProgressCodec(codec, bound.code())::readPast);
  }

  @Override
  public Input moveTo(MigrateMessage it) {
    throw new IllegalStateException("A migration changes the engine: it is no input of it.");
  }

  @Override
  public Input copyOf(CopyMessage it) {
    Checkpoint head = new CheckpointCodec(codec, bound.code()).read(it.head());
    return ThreadCopy.from(head, bound.code(), it.id(), GraphThread.now());
  }

  @Override
  public Input cancel(CancelMessage it) {
    return new Input.Cancel();
  }

  @Override
  public Input pause(PauseMessage it) {
    return new Input.Pause(it.modeOrDefault());
  }

  private Steering steering(ResumeCommand command) {
    Frame root = bound.progress().at().root();
    return command.typed(codec, schema(), node -> bound.pregel().inputOf(root, node));
  }

  private StateSchema schema() {
    return bound.pregel().schema(bound.progress().at().root());
  }

  private StateUpdate update(@Nullable JsonNode tree, StateSchema schema, String writer) {
    return new StateUpdate(codec.bind(new CompactJson(codec).writes(tree, writer), schema, writer));
  }
}
