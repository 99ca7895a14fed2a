package io.evergraph.pregel;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * What one commit of a frame takes in: a whole superstep once all of it is over; in an eager graph
 * one result, as soon as it is there.
 *
 * @param done the tasks that end with the commit
 * @param beside the tasks that go on after it
 * @param depth how many tasks of the run have led to what follows, see {@link PlannedTask#depth}
 */
record Barrier(Plan done, Plan beside, int depth) {
  static final Barrier NONE = of(Plan.empty());

  /** Returns one with which all tasks of a plan end. */
  static Barrier of(Plan done) {
    return new Barrier(done, Plan.empty(), 0);
  }

  /** Returns what a frame can commit now; empty where it has to wait for results. */
  static Optional<Barrier> of(Frame frame, GraphIndex graph, Segment segment) {
    return graph.isEager() && !segment.isEdit()
        ? ofResult(frame.plan(), segment)
        : Optional.of(of(frame.plan()))
            .filter(any -> frame.isComplete())
            .filter(any -> graph.isEager() || !segment.isExhausted(frame));
  }

  /** What lost a race leaves with the result that is committed next. */
  private static Optional<Barrier> ofResult(Plan plan, Segment segment) {
    if (!plan.hasOver()) {
      return Optional.empty();
    }
    Optional<PlannedTask> first =
        plan.tasks().stream()
            .filter(planned -> planned.progress() instanceof Progress.Settled)
            .filter(planned -> segment.remaining(planned) > 0)
            .findFirst();
    if (first.isEmpty()) {
      return plan.tasks().stream().allMatch(PlannedTask::isDropped)
          ? Optional.of(of(plan))
          : Optional.empty();
    }
    String result = first.get().task().id();
    Predicate<PlannedTask> ends =
        planned -> planned.isDropped() || planned.task().id().equals(result);
    int depth = plan.isEntry() ? 0 : first.get().depth() + 1;
    return Optional.of(new Barrier(plan.only(ends), plan.only(ends.negate()), depth));
  }
}
