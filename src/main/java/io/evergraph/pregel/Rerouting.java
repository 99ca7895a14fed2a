package io.evergraph.pregel;

import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Finds out anew, after an edit, where the superstep leads that a frame committed last. */
final class Rerouting {
  private final Transition transition;
  private final GraphIndex index;
  private final String thread;

  Rerouting(Transition transition, GraphIndex index, String thread) {
    this.transition = transition;
    this.index = index;
    this.thread = thread;
  }

  /**
   * Plans the tasks that find it out, beside those of the superstep in progress and in place of
   * others that were to find it out; returns whether there are any.
   */
  boolean begin(String namespace) {
    Frame frame = transition.frame(namespace);
    LastStep last = frame.last();
    List<PlannedTask> asking = transition.gate().routes(frame).tasks();
    if (last == null || asking.isEmpty()) {
      return false;
    }
    Stream<PlannedTask> others =
        frame.plan().tasks().stream().filter(planned -> !planned.task().isRouting());
    transition.put(
        passed(frame)
            .with(Plan.of(Stream.concat(others, asking.stream()).toList()))
            .with(last.asking(asking.stream())));
    return true;
  }

  private static Frame passed(Frame frame) {
    BreakpointHit hold = frame.hold();
    return hold != null && hold.passes() ? frame.withHold(null) : frame;
  }

  /** Goes on where the routes lead now, with what the superstep in progress has done already. */
  void commit(Frame frame) {
    GraphIndex graph = index.of(frame);
    LastStep last = Objects.requireNonNull(frame.last());
    Plan asked = frame.asking();
    List<TaskWrites> contributions = asked.contributions();
    State state = transition.applied(frame, contributions);
    Successors.NextTasks next =
        new Successors(graph, state).of(frame.with(asked).with(last.backlog()), Barrier.of(asked));
    long number = transition.nextNumber();
    int step = frame.step() + 1;
    Plan held = frame.plan().only(planned -> !frame.asksAgain(planned.task()));
    Plan plan =
        next.plan(thread, frame, number, step + 1, 0).takingUp(held.moved(number, step + 1));
    transition.calls().requireSingleCalls(frame, plan);
    Frame after =
        new RaceResolver(graph)
            .decided(
                transition
                    .holding(frame.committed(number, step), state)
                    .with(plan)
                    .with(next.backlog())
                    .with(last.asking(Stream.empty())));
    dropSubgraphs(held, after.plan());
    Frame sent = transition.calls().sending(frame, after, contributions);
    transition.conclude(frame.with(Plan.empty()), sent, contributions);
  }

  private void dropSubgraphs(Plan before, Plan after) {
    for (PlannedTask planned : before.tasks()) {
      boolean goesOn = after.find(planned.task().id()).filter(it -> !it.isDropped()).isPresent();
      if (planned.progress() instanceof Progress.Nested nested && !goesOn) {
        transition.drop(nested.namespace());
      }
    }
  }
}
