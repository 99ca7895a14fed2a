package io.evergraph.pregel;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Route;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.state.TaskWrites;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Takes one input into one checkpoint. */
final class InputProcessor {
  private static final String WRITER = "a command";

  private final GraphIndex index;
  private final Checkpoint at;
  private final Transition transition;
  private final Recovery recovery;

  InputProcessor(GraphIndex index, Checkpoint at, Instant now) {
    this.index = index;
    this.at = at;
    this.transition = new Transition(index, at, now);
    this.recovery = new Recovery(transition, index);
  }

  /** Takes the input in; refuses it as a whole. */
  Checkpoint take(Input input) {
    return input.match(
        this::newInput,
        this::answers,
        this::proceed,
        any -> cancel(),
        this::pause,
        this::expiry,
        it -> new HistoryEditor(index, at, transition).edit(it),
        it -> new HistoryEditor(index, at, transition).fork(it),
        it -> new HistoryEditor(index, at, transition).rollback(it));
  }

  private Checkpoint newInput(Input.NewInput input) {
    if (input.settings().caller() == null) {
      index.spec().requireInputs(input.update());
      index.requireKnownChannels(input.update(), "the input");
    }
    Breakpoints unused = input.settings().breakpoints().requireFor(index.spec());
    transition.abandon();
    RunSettings settings = input.settings().calledBy(at.lastSegment());
    transition.begin(input.runId(), input.runId(), settings);
    transition.enter(Frame.ROOT, input.update());
    transition.commitCompleteSteps();
    return transition.result();
  }

  private Checkpoint answers(Input.Answers input) {
    input.answers().forEach(this::take);
    transition.calls().passAnswersOn();
    Segment last = lastSegment("an answer");
    if (next() instanceof Next.Run && !last.isEdit()) {
      requireNothingElse(input.steering(), last);
      transition.run(last.joinedBy(input.runId()));
    } else {
      begin(input.runId(), input.steering(), last);
      keepPaused(last);
    }
    transition.commitCompleteSteps();
    return transition.result();
  }

  private Next next() {
    return new NextPlanner(index, at).next();
  }

  private void requireNothingElse(Steering steering, Segment last) {
    RunSettings settings = last.settings();
    RunChanges changes = steering.changes();
    Breakpoints places = Objects.requireNonNullElse(changes.breakpoints(), settings.breakpoints());
    RunSettings changed = settings.changedBy(changes.withBreakpoints(places), index.spec());
    if (steering.changesThread() || !changed.equals(settings)) {
      throw new ThreadBusyException(at.thread(), "a command that changes what runs");
    }
  }

  private void begin(String runId, Steering steering, Segment last) {
    index.requireKnownChannels(steering.update(), "the command");
    RunSettings settings = last.settings().changedBy(steering.changes(), index.spec());
    Breakpoints unused = settings.breakpoints().requireFor(index.spec());
    transition.begin(runId, last.turnId(), settings);
    if (steering.changesThread()) {
      apply(steering);
    }
    transition.calls().openAll(); // a thread that went back may stand before its calls
  }

  private void apply(Steering steering) {
    Frame before = transition.frame(Frame.ROOT);
    List<TaskWrites> contributions =
        steering.update().writes().isEmpty()
            ? List.of()
            : List.of(new TaskWrites(WRITER, steering.update().writes()));
    BreakpointHit hit = before.hold();
    LastStep last =
        hit == null || hit.after().isEmpty() || contributions.isEmpty() ? null : before.last();
    Frame moved = transition.gate().edited(before, contributions);
    Frame routed = last == null ? moved : moved.with(transition.gate().routes(moved));
    Frame edited = routed.goingTo(steering.routes());
    Plan added = edited.plan().lacking(targets(steering, edited));
    Plan all = edited.plan().and(added);
    transition.calls().requireSingleCalls(edited, all);
    Frame after =
        last == null
            ? edited.with(all)
            : edited.with(all).with(last.backlog()).withHold(BreakpointHit.PASSING);
    after = transition.calls().sending(before, after, contributions);
    transition.commit(before, Source.UPDATE, contributions, after);
    transition.calls().openUnlessHeld(after, added);
  }

  private Plan targets(Steering steering, Frame frame) {
    return new Successors(index.of(frame), frame.state())
        .of(WRITER, steering.routes())
        .plan(at.thread(), frame, frame.checkpoint(), frame.step() + 1, 0);
  }

  /** Only a continue ends a pause. */
  private void keepPaused(Segment last) {
    Segment begun = transition.segment();
    if (last.isPaused() && begun != null) {
      transition.run(begun.paused(List.of()));
    }
  }

  private Segment lastSegment(String action) {
    return at.lastSegment()
        .orElseThrow(
            () ->
                new NothingToResumeException(
                    at.thread(),
                    action,
                    "a run before it, and the thread has none yet. Start one with an input"));
  }

  private Checkpoint proceed(Input.Continue input) {
    Next next = next();
    Segment last = lastSegment("a continue");
    if (next instanceof Next.Run && last.isPaused()) {
      requireNothingElse(input.steering(), last);
      transition.run(last.unpaused().joinedBy(input.runId()));
      return transition.result();
    }
    if (next instanceof Next.Run) {
      throw new NothingToResumeException(
          at.thread(),
          "a continue",
          "a run that has stopped, and this one is in progress. Wait"
              + " for it, or cancel it first");
    }
    begin(input.runId(), input.steering(), last);
    recovery.retry(null);
    transition.gate().release();
    transition.commitCompleteSteps();
    return transition.result();
  }

  private Checkpoint cancel() {
    if (next() instanceof Next.Run) {
      transition.halt(new Halt.Cancelled());
    }
    return transition.result();
  }

  private Checkpoint pause(Input.Pause input) {
    if (next() instanceof Next.Run run) {
      List<String> finishing =
          run.tasks().stream().map(Task::id).filter(input.finishing()::contains).toList();
      transition.run(lastSegment("a pause").paused(finishing));
    }
    return transition.result();
  }

  /** Where a run waits, another begins with the first question that has expired. */
  private Checkpoint expiry(Input.Expiry input) {
    List<Interrupt> expired =
        new NextPlanner(index, at)
            .openInterrupts().stream()
                .filter(question -> question.isDue(input.until()) && expire(question))
                .toList();
    if (!expired.isEmpty() && hasStopped(next())) {
      String runId = ContentHash.uuid("expiry", expired.get(0).id());
      Segment last = lastSegment("an expiry");
      transition.begin(
          runId, last.turnId(), last.settings().changedBy(RunChanges.NONE, index.spec()));
    }
    transition.commitCompleteSteps();
    return transition.result();
  }

  /** A run that was halted stays so. */
  private static boolean hasStopped(Next next) {
    return next instanceof Next.Waiting
        || next instanceof Next.Parked
        || next instanceof Next.Failed
        || next instanceof Next.OutOfSteps;
  }

  /** One that expired before may have ended the task, or the subgraph in which it was. */
  private boolean expire(Interrupt question) {
    Expiry expiry = question.expiry();
    return expiry != null
        && transition
            .frames()
            .task(question.taskId())
            .filter(planned -> planned.progress() instanceof Progress.Asking)
            .filter(planned -> expire(question, planned, expiry.then()))
            .isPresent();
  }

  private boolean expire(Interrupt question, PlannedTask planned, Expiry.WhenExpired then) {
    return then.match(
        fail -> {
          recovery.failed(planned, TaskResult.Failed.unanswered(question));
          return true;
        },
        taken -> {
          transition.answer(question, taken.value());
          return true;
        },
        leaving -> {
          List<Route> routes = leaving.targets().stream().map(Route::to).toList();
          transition.put(planned.ended(List.of(), Routing.instead(routes)));
          return true;
        });
  }

  private boolean take(Answer answer) {
    return answer.match(
        value -> {
          transition.answer(questionFor(value), value.value());
          return true;
        },
        this::retry,
        skip -> {
          recovery.skip(at.thread(), skip);
          return true;
        },
        edit -> {
          recovery.edit(at.thread(), edit);
          return true;
        });
  }

  private boolean retry(Answer.Retry it) {
    if (recovery.retry(it.taskId()) == 0) {
      throw recovery.unmatched(at.thread(), it.taskId(), "a retry");
    }
    return true;
  }

  private Interrupt questionFor(Answer.Value answer) {
    List<Interrupt> open = new NextPlanner(index, transition.result()).openInterrupts();
    return answer
        .among(open)
        .orElseThrow(
            () ->
                new UnknownInterruptException(
                    at.thread(),
                    Objects.requireNonNullElse(answer.interruptId(), "-"),
                    open.stream().map(Interrupt::id).toList()));
  }
}
