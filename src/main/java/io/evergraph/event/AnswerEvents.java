package io.evergraph.event;

import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Task;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what answers say that come together. */
final class AnswerEvents implements Answer.Cases<Boolean> {
  private final Checkpoint before;
  private final List<Interrupt> open;
  private final EventSink sink;

  AnswerEvents(Checkpoint before, EventSink sink) {
    this.before = before;
    this.open = new ArrayList<>(openQuestions(before));
    this.sink = sink;
  }

  private static List<Interrupt> openQuestions(Checkpoint before) {
    return before.frames().values().stream()
        .map(Frame::plan)
        .flatMap(plan -> plan.tasks().stream())
        .filter(planned -> planned.progress() instanceof Progress.Asking)
        .flatMap(planned -> ((Progress.Asking) planned.progress()).open().stream())
        .toList();
  }

  @Override
  public Boolean value(Answer.Value it) {
    return questionOf(it).map(this::answered).orElse(false);
  }

  private Optional<Interrupt> questionOf(Answer.Value value) {
    return open.stream()
        .filter(
            question -> value.interruptId() == null || question.id().equals(value.interruptId()))
        .findFirst();
  }

  private boolean answered(Interrupt question) {
    open.remove(question);
    return sink.add(
        (number, at) ->
            new InterruptEvent.InterruptAnswered(
                number, at, question.id(), question.taskId(), question.node()));
  }

  @Override
  public Boolean retry(Answer.Retry it) {
    return false;
  }

  @Override
  public Boolean skip(Answer.Skip it) {
    return resolved(it.taskId(), RunEvent.Resolution.SKIPPED, it.update().writes());
  }

  @Override
  public Boolean edit(Answer.Edit it) {
    return resolved(it.taskId(), RunEvent.Resolution.EDITED, it.values().writes());
  }

  private boolean resolved(
      @Nullable String taskId, RunEvent.Resolution resolution, List<Write> values) {
    Optional<Task> task = failed(taskId);
    return task.isPresent()
        && sink.add(
            (number, at) ->
                new RecoveryEvent.FailureResolved(
                    number, at, task.get().id(), task.get().node(), resolution, values));
  }

  private Optional<Task> failed(@Nullable String taskId) {
    return before.frames().values().stream()
        .flatMap(frame -> frame.plan().tasks().stream())
        .filter(planned -> planned.progress() instanceof Progress.Broken)
        .map(planned -> planned.task())
        .filter(task -> taskId == null || task.id().equals(taskId))
        .findFirst();
  }
}
