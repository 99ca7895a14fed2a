package io.evergraph.pregel;

import io.evergraph.error.QuestionExpiredException;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.Route;
import java.util.List;

/** Does what a question says of its own expiry. */
record Expiring(Transition transition, Levels levels, Interrupt question, PlannedTask planned)
    implements Expiry.WhenExpired.Cases<Boolean> {
  @Override
  public Boolean failTask(Expiry.FailTask it) {
    QuestionExpiredException late =
        new QuestionExpiredException(
            question.node(), question.id(), String.valueOf(question.expiresAt()));
    TaskResult.Failed failed =
        new TaskResult.Failed(
            planned.task().id(),
            late.getClass().getName(),
            String.valueOf(late.getMessage()),
            late.details(),
            TaskReport.NONE);
    new Recovery(transition, levels).failed(planned, failed);
    return true;
  }

  @Override
  public Boolean takeAnswer(Expiry.TakeAnswer it) {
    transition.answer(question, it.value());
    return true;
  }

  @Override
  public Boolean goTo(Expiry.GoTo it) {
    List<Route> routes = it.targets().stream().map(Route::to).toList();
    return put(
        new Progress.Settled(
            new TaskResult.Completed(
                planned.task().id(), List.of(), Routing.instead(routes), TaskReport.NONE)));
  }

  private boolean put(Progress progress) {
    transition.put(question.namespace(), planned.with(progress));
    return true;
  }
}
