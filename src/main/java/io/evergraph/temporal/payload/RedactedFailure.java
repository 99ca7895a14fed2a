package io.evergraph.temporal.payload;

import io.evergraph.runtime.LogContents;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.FailureConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.DefaultFailureConverter;

/**
 * Carries a failure past the logs of Temporal's library to the server: the library logs what
 * activities and workflows throw, and lets its converter write it then.
 */
public final class RedactedFailure extends Error {
  private static final long serialVersionUID = 1L;
  private static final String WITHHELD = "(message withheld: " + LogContents.PROPERTY + "=false)";

  private final transient Throwable whole;

  private RedactedFailure(Throwable whole) {
    super(whole.getClass().getName() + " " + WITHHELD, null, false, true);
    this.whole = whole;
    setStackTrace(whole.getStackTrace());
  }

  /**
   * Returns a failure of the same type, which shows its message to the converter only; the failure
   * itself where logs may hold contents.
   */
  public static RuntimeException in(RuntimeException failure) {
    if (LogContents.areShown()) {
      return failure;
    }
    ApplicationFailure.Builder quiet =
        failure instanceof ApplicationFailure known
            ? ApplicationFailure.newBuilder(known)
            : ApplicationFailure.newBuilder().setType(failure.getClass().getName());
    ApplicationFailure told =
        quiet.setMessage(WITHHELD).setCause(new RedactedFailure(failure)).build();
    told.setStackTrace(new StackTraceElement[0]);
    return told;
  }

  /** Does the same for an error, which fails the workflow task; those of the library pass. */
  public static Error in(Error failure) {
    return LogContents.areShown() || failure.getClass().getName().startsWith("io.temporal.")
        ? failure
        : new RedactedFailure(failure);
  }

  /** Writes failures with their messages. */
  public static final class Converter implements FailureConverter {
    private final DefaultFailureConverter usual = new DefaultFailureConverter();

    @Override
    public RuntimeException failureToException(Failure failure, DataConverter values) {
      return usual.failureToException(failure, values);
    }

    @Override
    public Failure exceptionToFailure(Throwable thrown, DataConverter values) {
      return usual.exceptionToFailure(whole(thrown), values);
    }

    private static Throwable whole(Throwable thrown) {
      Throwable carrier = thrown instanceof ApplicationFailure ? thrown.getCause() : thrown;
      return carrier instanceof RedactedFailure withheld ? withheld.whole : thrown;
    }
  }
}
