package io.evergraph.pregel;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Breakpoints;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Takes one input into one checkpoint. */
final class Acceptance implements Input.Cases<Checkpoint> {
  private final Pregel pregel;
  private final Levels levels;
  private final Checkpoint at;
  private final Instant now;

  Acceptance(Pregel pregel, Levels levels, Checkpoint at, Instant now) {
    this.pregel = pregel;
    this.levels = levels;
    this.at = at;
    this.now = now;
  }

  @Override
  public Checkpoint newInput(Input.NewInput input) {
    pregel.requireKnownChannels(input.update(), "the input");
    requireKnown(input.settings().breakpoints());
    Transition transition = new Transition(levels, at, now);
    transition.abandon();
    transition.begin(input.runId(), input.settings());
    transition.enter(Frame.ROOT, input.update());
    transition.commitCompleteSteps();
    return transition.result();
  }

  private void requireKnown(Breakpoints breakpoints) {
    breakpoints.unknownTo(pregel.spec()).stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UnknownNodeException(pregel.spec().name(), name);
            });
  }

  @Override
  public Checkpoint answers(Input.Answers input) {
    Transition transition = new Transition(levels, at, now);
    for (Answer answer : input.answers()) {
      answer.match(new AnswerIn(transition));
    }
    Segment last = lastSegment("an answer");
    if (pregel.next(at) instanceof Next.Run) {
      transition.run(last.joinedBy(input.runId()));
    } else {
      transition.begin(input.runId(), last.settings());
    }
    transition.commitCompleteSteps();
    return transition.result();
  }

  private Segment lastSegment(String action) {
    return at.lastSegment().orElseThrow(() -> new NothingToResumeException(at.thread(), action));
  }

  @Override
  public Checkpoint proceed(Input.Continue input) {
    Next next = pregel.next(at);
    if (next instanceof Next.Finished || next instanceof Next.Run) {
      throw new NothingToResumeException(at.thread(), "a continue");
    }
    RunSettings settings = lastSegment("a continue").settings();
    Integer maxSteps = input.maxSteps();
    Transition transition = new Transition(levels, at, now);
    transition.begin(input.runId(), maxSteps == null ? settings : settings.withMaxSteps(maxSteps));
    new Recovery(transition, levels).retry(null);
    transition.release();
    transition.commitCompleteSteps();
    return transition.result();
  }

  @Override
  public Checkpoint cancel(Input.Cancel input) {
    Transition transition = new Transition(levels, at, now);
    if (pregel.next(at) instanceof Next.Run) {
      transition.halt(new Halt.Cancelled());
    }
    return transition.result();
  }

  @Override
  public Checkpoint stateEdit(Input.StateEdit input) {
    return new Branching(pregel, levels, at, now).edit(input);
  }

  @Override
  public Checkpoint fork(Input.Fork input) {
    return new Branching(pregel, levels, at, now).fork(input);
  }

  @Override
  public Checkpoint rollback(Input.Rollback input) {
    return new Branching(pregel, levels, at, now).rollback(input);
  }

  /** Takes one answer in; the first that does not fit refuses them all. */
  private final class AnswerIn implements Answer.Cases<Boolean> {
    private final Transition transition;
    private final Recovery recovery;

    AnswerIn(Transition transition) {
      this.transition = transition;
      this.recovery = new Recovery(transition, levels);
    }

    @Override
    public Boolean value(Answer.Value it) {
      transition.answer(questionFor(it, pregel.interrupts(transition.result())), it.value());
      return true;
    }

    @Override
    public Boolean retry(Answer.Retry it) {
      if (recovery.retry(it.taskId()) == 0) {
        throw new NothingToResumeException(
            at.thread(), "a retry of " + Optional.ofNullable(it.taskId()).orElse("failed tasks"));
      }
      return true;
    }

    @Override
    public Boolean skip(Answer.Skip it) {
      recovery.skip(at.thread(), it);
      return true;
    }

    @Override
    public Boolean edit(Answer.Edit it) {
      recovery.edit(at.thread(), it);
      return true;
    }

    private Interrupt questionFor(Answer.Value answer, List<Interrupt> open) {
      String id = answer.interruptId();
      Optional<Interrupt> meant =
          id == null
              ? open.stream().filter(any -> open.size() == 1).findFirst()
              : open.stream().filter(any -> any.id().equals(id)).findFirst();
      return meant.orElseThrow(
          () ->
              new UnknownInterruptException(
                  at.thread(), id == null ? "-" : id, open.stream().map(Interrupt::id).toList()));
    }
  }
}
