package io.evergraph.runtime.node;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Emission;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.PolicyLimits;
import io.evergraph.graph.RetryAfter;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.LogContents;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what the end of an attempt means: a result, another attempt, or nothing any more. */
record AttemptOutcome(
    Invocation invocation, NodePolicy policy, TaskContext context, Watchdog.Watch watch) {

  private static final Logger LOG = LoggerFactory.getLogger(AttemptOutcome.class);

  Attempt asked() {
    return new Attempt.Ended(
        new TaskResult.Asked(invocation.task().id(), context.questions(), report()));
  }

  TaskReport report() {
    return new TaskReport(invocation.attempt(), watch.elapsed(), context.usage());
  }

  Attempt failed(Throwable failure) {
    if (invocation.control().isCancelled()) {
      return new Attempt.Abandoned(invocation.task().id());
    }
    return context.questions().isEmpty() ? again(failure) : asked();
  }

  Attempt again(Throwable failure) {
    TaskResult.Failed failed =
        new TaskResult.Failed(
            invocation.task().id(),
            failure.getClass().getName(),
            message(failure),
            failure instanceof GraphException known ? known.details() : Map.of(),
            report());
    Attempt attempt =
        ruleFor(failure)
            .filter(rule -> invocation.attempt() < rule.maxAttempts())
            .<Attempt>map(rule -> new Attempt.Again(failed, pause(rule, failure)))
            .orElseGet(() -> new Attempt.Ended(failed));
    if (invocation.control().isCutOff()) {
      logCutOff();
    } else {
      log(attempt, failure);
    }
    context.tell(
        new Emission.AttemptFailed(
            failed.type(),
            failed.message(),
            attempt instanceof Attempt.Again again ? again.pause() : null));
    return attempt;
  }

  private void logCutOff() {
    LOG.info(
        "Attempt {} of node '{}' ends with its worker, and is made again (thread {}, task {}).",
        invocation.attempt(),
        invocation.task().node(),
        invocation.thread(),
        invocation.task().id());
  }

  /** Only here the stack trace is at hand: what is recorded has none. */
  private void log(Attempt attempt, Throwable failure) {
    String next =
        attempt.match(
            ended -> "it was the last one",
            again -> "the next one follows in " + again.pause(),
            abandoned -> "nobody waits for it");
    try {
      LOG.warn(
          "Attempt {} of node '{}' failed, {} (thread {}, task {}).",
          invocation.attempt(),
          invocation.task().node(),
          next,
          invocation.thread(),
          invocation.task().id(),
          LogContents.of(failure));
    } catch (RuntimeException | Error mute) {
      LOG.warn(
          "Attempt {} of node '{}' failed with {}, which cannot be shown.",
          invocation.attempt(),
          invocation.task().node(),
          failure.getClass().getName());
    }
  }

  /** An error that cannot even tell what it is must not take the attempt with it. */
  private static String message(Throwable failure) {
    try {
      return String.valueOf(failure.getMessage());
    } catch (RuntimeException | Error mute) {
      return "its message cannot be read: " + mute.getClass().getName();
    }
  }

  private Optional<RetryPolicy> ruleFor(Throwable failure) {
    return failure instanceof GraphException known && !known.isWorthAnotherAttempt()
        ? Optional.empty()
        : policy.retryFor(failure);
  }

  private Duration pause(RetryPolicy rule, Throwable failure) {
    Duration usual = rule.delayAfter(invocation.attempt());
    return failure instanceof RetryAfter hint ? hinted(hint, usual) : usual;
  }

  private static Duration hinted(RetryAfter hint, Duration usual) {
    try {
      Duration asked = hint.retryAfter();
      return asked.isNegative() ? usual : PolicyLimits.capped(asked);
    } catch (RuntimeException | Error mute) {
      return usual;
    }
  }
}
