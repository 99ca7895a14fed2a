package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.error.JoinFailedException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What is to be done with a checkpoint. */
public sealed interface Next {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Run, R> run,
      Function<Waiting, R> waiting,
      Function<Finished, R> finished,
      Function<Parked, R> parked,
      Function<Failed, R> failed,
      Function<OutOfSteps, R> outOfSteps,
      Function<Halted, R> halted) {
    if (this instanceof Run it) {
      return run.apply(it);
    }
    if (this instanceof Waiting it) {
      return waiting.apply(it);
    }
    if (this instanceof Finished it) {
      return finished.apply(it);
    }
    if (this instanceof Parked it) {
      return parked.apply(it);
    }
    if (this instanceof Failed it) {
      return failed.apply(it);
    }
    if (this instanceof OutOfSteps it) {
      return outOfSteps.apply(it);
    }
    return halted.apply((Halted) this);
  }

  /**
   * Tasks are to be run.
   *
   * @param tasks all that should be running now: start those that are not, cancel any other that is
   */
  record Run(List<Task> tasks) implements Next {
    public Run {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * Only answers can let the run go on.
   *
   * @param interrupts the open questions in task order
   */
  record Waiting(List<Interrupt> interrupts) implements Next {
    public Waiting {
      interrupts = List.copyOf(interrupts);
    }

    /** Returns the earliest deadline of a question; empty when none has one. */
    public Optional<Instant> deadline() {
      return interrupts.stream()
          .map(Interrupt::expiresAt)
          .filter(Objects::nonNull)
          .min(Comparator.naturalOrder());
    }
  }

  /**
   * Nothing is left to do.
   *
   * @param state the state at the end
   */
  record Finished(State state) implements Next {}

  /**
   * Tasks have failed; they can be tried again.
   *
   * @param failures how they failed, in task order
   * @param interrupts questions that are open beside them
   */
  record Parked(List<FailedTask> failures, List<Interrupt> interrupts) implements Next {
    public Parked {
      failures = List.copyOf(failures);
      interrupts = List.copyOf(interrupts);
    }
  }

  /**
   * The run has failed; a new input, or a continue, can follow.
   *
   * @param error why
   * @param nextNodes the nodes that did not finish
   */
  record Failed(GraphException error, List<String> nextNodes) implements Next {
    public Failed {
      nextNodes = List.copyOf(nextNodes);
    }
  }

  /**
   * The run has used up its supersteps.
   *
   * @param limit the supersteps that it had
   * @param nextNodes the nodes that would run next
   */
  record OutOfSteps(int limit, List<String> nextNodes) implements Next {
    public OutOfSteps {
      nextNodes = List.copyOf(nextNodes);
    }
  }

  /**
   * The run was stopped from outside; a continue, or a new input, can follow.
   *
   * @param reason how
   * @param nextNodes the nodes that would run next
   */
  record Halted(Halt reason, List<String> nextNodes) implements Next {
    public Halted {
      nextNodes = List.copyOf(nextNodes);
    }
  }

  /**
   * A task that failed for good, with how it did.
   *
   * @param failure the last error
   * @param race how the race was lost that the task was a branch of; empty when it was none
   */
  record FailedTask(Task task, TaskResult.Failed failure, Optional<JoinFailedException> race) {

    /** Returns the failure as the error of a run. */
    public GraphException error() {
      return race.isPresent()
          ? race.get()
          : new TaskFailedException(
              task.node(),
              task.id(),
              failure.type(),
              failure.message(),
              failure.report().attempts());
    }
  }
}
