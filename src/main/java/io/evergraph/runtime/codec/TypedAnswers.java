package io.evergraph.runtime.codec;

import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
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
    List<Write> writes = codec.bind(trees(it.update()), schemaOf(it.taskId()), "a skip");
    return new Answer.Skip(it.taskId(), new StateUpdate(writes));
  }

  /** The input of a sent task may hold names that are no channels. */
  private Answer edit(Answer.Edit it) {
    StateUpdate values = new StateUpdate(trees(it.values()));
    return new Answer.Edit(it.taskId(), codec.bindInput(values, schemaOf(it.taskId())));
  }

  private List<Write> trees(StateUpdate update) {
    return update.writes().stream()
        .map(write -> write.withValue(codec.toJson(write.value())))
        .toList();
  }

  private StateSchema schemaOf(@Nullable String taskId) {
    Frame meant =
        at.frames().values().stream()
            .filter(frame -> frame.plan().tasks().stream().anyMatch(it -> isMeant(it, taskId)))
            .findFirst()
            .orElse(at.root());
    return pregel.schema(meant);
  }

  private static boolean isMeant(PlannedTask planned, @Nullable String taskId) {
    return taskId == null
        ? planned.progress() instanceof Progress.Broken
        : planned.task().id().equals(taskId);
  }
}
