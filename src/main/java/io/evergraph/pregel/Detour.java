package io.evergraph.pregel;

import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import java.util.List;

/** Takes a run that begins where its steering leads, beside what is planned. */
final class Detour {
  private static final String WRITER = "a command";

  private final Levels levels;
  private final Transition transition;

  Detour(Levels levels, Transition transition) {
    this.levels = levels;
    this.transition = transition;
  }

  /** Writes to the root state, and plans tasks beside those that are planned. */
  void take(Steering steering) {
    Frame before = transition.frame(Frame.ROOT);
    long number = transition.nextNumber();
    int step = before.step() + 1;
    List<Contribution> contributions =
        steering.update().writes().isEmpty()
            ? List.of()
            : List.of(new Contribution(WRITER, steering.update().writes()));
    State state = transition.applied(before, contributions);
    Plan routes =
        contributions.isEmpty()
            ? Plan.empty()
            : transition.holds().routes(before, number, step + 1);
    Plan left = routes.isEmpty() ? before.plan().moved(number, step + 1) : routes;
    Frame moved = transition.holding(before.committed(number, step), state);
    Plan added = left.lacking(added(steering, moved, step + 1));
    levels.requireSingleCalls(moved, left.and(added));
    Frame after = rerouted(moved.with(left.and(added)), routes);
    transition.commit(before, Source.UPDATE, contributions, after);
    if (after.hold() == null || after.hold().passes()) {
      transition.calls().open(Frame.ROOT, added);
    }
  }

  private Plan added(Steering steering, Frame frame, int step) {
    return new Successors(levels.of(frame), frame.state())
        .of(WRITER, steering.routes())
        .plan(transition.thread(), frame, frame.checkpoint(), step);
  }

  private static Frame rerouted(Frame frame, Plan routes) {
    Hold hold = frame.hold();
    return hold == null || routes.isEmpty()
        ? frame
        : frame.with(hold.backlog()).withHold(Hold.PASSING);
  }
}
