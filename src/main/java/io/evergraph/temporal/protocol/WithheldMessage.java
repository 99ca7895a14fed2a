package io.evergraph.temporal.protocol;

import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.FailureConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.DefaultFailureConverter;
import org.jspecify.annotations.Nullable;

/**
 * Carries the message of a failure past the logs of Temporal's library to the server: the library
 * logs what activities, workflows and handlers throw, before its converter writes it.
 */
public final class WithheldMessage extends RuntimeException {
  private final transient String text;

  private WithheldMessage(String text) {
    super(null, null, false, false);
    this.text = text;
  }

  /** Returns the same failure, which shows its message to the converter only. */
  static ApplicationFailure in(ApplicationFailure failure) {
    ApplicationFailure silent =
        ApplicationFailure.newBuilder(failure)
            .setMessage("(withheld)")
            .setCause(new WithheldMessage(failure.getOriginalMessage()))
            .build();
    silent.setStackTrace(failure.getStackTrace());
    return silent;
  }

  /** Returns the message of a failure, withheld or not. */
  static String of(ApplicationFailure failure) {
    return failure.getCause() instanceof WithheldMessage withheld
        ? withheld.text
        : failure.getOriginalMessage();
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
      Failure failure = usual.exceptionToFailure(thrown, values);
      return withheldIn(thrown) instanceof WithheldMessage withheld
          ? failure.toBuilder().setMessage(withheld.text).clearCause().build()
          : failure;
    }

    private static @Nullable Throwable withheldIn(Throwable thrown) {
      return thrown instanceof ApplicationFailure ? thrown.getCause() : null;
    }
  }
}
