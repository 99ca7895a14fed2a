package io.evergraph.runtime.thread;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Source;
import io.evergraph.pregel.TaskResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells the steps of a thread from what is kept of it: how it stood when it left a checkpoint, and
 * which input or results led to the next ones. A step is told only where the thread's own engine
 * comes to the same checkpoints by it, so that nothing is told that did not happen.
 *
 * <p>What made no checkpoint (questions, answers, failures) is not among them, nor are edits, forks
 * and what a rollback took back.
 */
record SavedSteps(ThreadProgress progress) {

  /** What a step made beside the state. */
  private record Made(
      long number, long parent, String namespace, Source source, int step, List<String> next) {
    static List<Made> of(List<Commit> commits) {
      return commits.stream()
          .map(
              it ->
                  new Made(
                      it.number(),
                      it.parent(),
                      it.namespace(),
                      it.source(),
                      it.step(),
                      it.next().next()))
          .toList();
    }
  }

  /** Returns the steps, oldest first. */
  List<ThreadStep> all() {
    List<ThreadStep> steps = new ArrayList<>();
    List<Commit> together = new ArrayList<>();
    for (Commit commit : oldestFirst()) {
      together.add(commit);
      // Where a thread never stood, it went on at once by what had brought it there
      if (kept().left(commit.number()).isPresent()) {
        step(List.copyOf(together)).ifPresent(steps::add);
        together.clear();
      }
    }
    return steps;
  }

  private List<Commit> oldestFirst() {
    return progress.newestFirst().stream().sorted(Comparator.comparing(Commit::number)).toList();
  }

  private CheckpointHistory kept() {
    return progress.checkpoints();
  }

  private Optional<ThreadStep> step(List<Commit> commits) {
    Commit first = commits.get(0);
    return Stream.of(first.number() - 1, first.parent())
        .distinct()
        .flatMap(this::stoodAt)
        .flatMap(before -> step(before, commits).stream())
        .findFirst();
  }

  private Stream<Checkpoint> stoodAt(long number) {
    Stream<Checkpoint> left = kept().left(number).stream();
    return number == 0
        ? Stream.concat(left, Stream.of(engine().begin(progress.at().thread())))
        : left;
  }

  private Pregel engine() {
    return progress.pregel();
  }

  private Optional<ThreadStep> step(Checkpoint before, List<Commit> commits) {
    Input input = input(commits.get(0));
    List<TaskResult> results = input == null ? results(before, commits) : List.of();
    if (input == null && results.isEmpty()) {
      return Optional.empty();
    }
    ThreadStep bare =
        new ThreadStep(engine(), before, input, results, commits.get(0).at(), before, List.of());
    return made(bare)
        .filter(step -> Made.of(step.after().commits()).equals(Made.of(commits)))
        .map(step -> step.keeping(commits));
  }

  /** Where a thread stood that went back since, and on from there, the step has no place. */
  private Optional<ThreadStep> made(ThreadStep bare) {
    try {
      return Optional.of(bare.by(engine()));
    } catch (RuntimeException otherwise) {
      return Optional.empty();
    }
  }

  /** The entry of a graph keeps what it was entered with. */
  private @Nullable Input input(Commit first) {
    if (first.source() != Source.INPUT || !first.namespace().isEmpty()) {
      return null;
    }
    Segment run = kept().segmentOf(first.number()).orElseThrow();
    return new Input.NewInput(
        run.runId(), first.next().tasks().get(0).task().trigger().values(), run.settings());
  }

  private static List<TaskResult> results(Checkpoint before, List<Commit> commits) {
    return commits.stream()
        .flatMap(commit -> commit.done().tasks().stream())
        .filter(done -> isAwaited(before, done))
        .flatMap(done -> result(done).stream())
        .toList();
  }

  private static boolean isAwaited(Checkpoint before, PlannedTask done) {
    return before
        .frames()
        .task(done.task().id())
        .filter(planned -> planned.progress().isReady())
        .isPresent();
  }

  private static Optional<TaskResult> result(PlannedTask done) {
    return done.progress() instanceof Progress.Settled settled
        ? Optional.of(settled.result())
        : Optional.empty();
  }
}
