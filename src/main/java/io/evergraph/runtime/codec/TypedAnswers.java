package io.evergraph.runtime.codec;

import io.evergraph.graph.Answer;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the values in answers the types of the channels that they are for. */
public record TypedAnswers(StateCodec codec, Pregel pregel, Checkpoint at) {

  public List<Answer> of(List<Answer> answers) {
    return answers.stream().map(this::typed).toList();
  }

  private Answer typed(Answer answer) {
    return answer.match(value -> value, retry -> retry, this::skip, this::edit);
  }

  private Answer skip(Answer.Skip it) {
    StateSchema schema = pregel.schema(frameOf(it.taskId()));
    return new Answer.Skip(it.taskId(), checked(it.update(), schema, "a skip"));
  }

  /** What a sent task reads are the channels of its node. */
  private Answer edit(Answer.Edit it) {
    Frame frame = frameOf(it.taskId());
    StateSchema schema =
        frame.plan().tasks().stream()
            .filter(planned -> isMeant(planned, it.taskId()))
            .findFirst()
            .filter(planned -> !planned.task().trigger().readsCheckpoint())
            .map(planned -> pregel.inputOf(frame, planned.task().node()))
            .orElseGet(() -> pregel.schema(frame));
    return new Answer.Edit(it.taskId(), checked(it.values(), schema, "an edit"));
  }

  private StateUpdate checked(StateUpdate update, StateSchema schema, String writer) {
    return new StateUpdate(
        update.writes().stream()
            .map(write -> write.withValue(codec.toJson(write.value())))
            .map(write -> codec.checked(write, schema, writer))
            .toList());
  }

  private Frame frameOf(@Nullable String taskId) {
    return at.frames().values().stream()
        .filter(frame -> frame.plan().tasks().stream().anyMatch(it -> isMeant(it, taskId)))
        .findFirst()
        .orElse(at.root());
  }

  private static boolean isMeant(PlannedTask planned, @Nullable String taskId) {
    return taskId == null
        ? planned.progress() instanceof Progress.Broken
        : planned.task().id().equals(taskId);
  }
}
