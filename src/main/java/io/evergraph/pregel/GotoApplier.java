package io.evergraph.pregel;

import io.evergraph.state.TaskWrites;
import java.util.List;

/** Applies the update and the goto that a run begins with, beside what is planned. */
final class GotoApplier {
  private static final String WRITER = "a command";

  private final GraphIndex index;
  private final Transition transition;

  GotoApplier(GraphIndex index, Transition transition) {
    this.index = index;
    this.transition = transition;
  }

  void apply(Steering steering) {
    Frame before = transition.frame(Frame.ROOT);
    List<TaskWrites> contributions =
        steering.update().writes().isEmpty()
            ? List.of()
            : List.of(new TaskWrites(WRITER, steering.update().writes()));
    Frame edited = transition.gate().edited(before, contributions);
    Plan added = edited.plan().lacking(targets(steering, edited));
    Plan all = edited.plan().and(added);
    transition.calls().requireSingleCalls(edited, all);
    BreakpointHit hit = before.hold();
    Frame after =
        hit != null && !hit.routes().isEmpty() && !contributions.isEmpty()
            ? edited.with(all).with(hit.backlog()).withHold(BreakpointHit.PASSING)
            : edited.with(all);
    transition.commit(before, Source.UPDATE, contributions, after);
    if (after.hold() == null || after.hold().passes()) {
      transition.calls().open(Frame.ROOT, added);
    }
  }

  private Plan targets(Steering steering, Frame frame) {
    return new Successors(index.of(frame), frame.state())
        .of(WRITER, steering.routes())
        .plan(transition.thread(), frame, frame.checkpoint(), frame.step() + 1);
  }
}
