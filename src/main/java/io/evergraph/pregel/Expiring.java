package io.evergraph.pregel;

import io.evergraph.graph.Expiry;
import io.evergraph.graph.Route;
import java.util.List;

/** Does what a question says of its own expiry. */
record Expiring(Transition transition, Levels levels, Interrupt question, PlannedTask planned)
    implements Expiry.WhenExpired.Cases<Boolean> {
  @Override
  public Boolean failTask(Expiry.FailTask it) {
    new Recovery(transition, levels).failed(planned, question.unanswered());
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
