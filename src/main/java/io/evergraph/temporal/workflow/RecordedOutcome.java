package io.evergraph.temporal.workflow;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.temporal.common.converter.DataConverterException;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import java.util.function.Supplier;

/**
 * Turns exceptions inside a workflow into outcomes that are recorded: an exception that leaves
 * workflow code fails the workflow task, which is retried for ever and loses the thread.
 *
 * <p>Those of the SDK leave it: they end or cancel the workflow, or tell that a replay differs. So
 * does one that tells that this worker cannot replay. Errors are not caught, save for a stack that
 * overflows on a value.
 */
final class RecordedOutcome {
  private static final String SDK = "io.temporal.";

  private RecordedOutcome() {}

  /** Returns what is supplied, or what stands in for it when that fails. */
  static <T> T or(Supplier<T> wanted, Supplier<T> otherwise) {
    try {
      return wanted.get();
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException unused = explained("read a value", failure);
      return otherwise.get();
    }
  }

  /**
   * Checks once, and throws in every replay what was thrown then.
   *
   * @throws GraphException what the check throws
   */
  static void check(Runnable check, SideEffectOptions shown) {
    GraphException[] verdict =
        Workflow.sideEffect(GraphException[].class, () -> verdict(check), shown);
    if (verdict.length > 0) {
      throw verdict[0];
    }
  }

  private static GraphException[] verdict(Runnable check) {
    try {
      check.run();
      return new GraphException[0];
    } catch (GraphException refused) {
      return new GraphException[] {refused};
    }
  }

  /**
   * Returns why a message is refused: no value in it may stop the workflow's tasks.
   *
   * @throws RuntimeException the failure itself, when it leaves the workflow on purpose
   */
  static GraphException refusal(String activity, Throwable failure) {
    return failure instanceof IllegalArgumentException misfit
        ? new InvalidInputException(
            "a message", "permitted values", "\"" + misfit.getMessage() + "\"")
        : explained(activity, failure);
  }

  /**
   * Returns a failure as one that Evergraph explains.
   *
   * @throws RuntimeException the failure itself, when it leaves the workflow on purpose
   */
  static GraphException explained(String activity, Throwable failure) {
    if (failure instanceof RuntimeException known && leaves(known)) {
      throw known;
    }
    return GraphException.explaining(activity, failure);
  }

  private static boolean leaves(RuntimeException failure) {
    return failure instanceof RecordedReading.UnfitWorker
        || (failure.getClass().getName().startsWith(SDK)
            && !(failure instanceof DataConverterException));
  }
}
