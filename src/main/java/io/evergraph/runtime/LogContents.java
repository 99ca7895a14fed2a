package io.evergraph.runtime;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.error.WorkerLostException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether logs may hold contents: what users and models say, arguments and results of
 * tools, values of states. They stand in messages of exceptions, so without {@link #show} failures
 * are logged with their classes and stack traces only.
 *
 * <p>One switch for the process, as loggers are, off unless the system property {@value #PROPERTY}
 * is {@code true}. What is recorded on threads and told to callers does not depend on it.
 */
public final class LogContents {
  /** The name of the switch, in Spring and as a system property. */
  public static final String PROPERTY = "evergraph.log-contents";

  /** Failures whose messages hold names, numbers and times only. */
  private static final Set<Class<? extends GraphException>> WITHOUT_CONTENTS =
      Set.of(
          BlobUnavailableException.class,
          NodeTimeoutException.class,
          RuntimeClosedException.class,
          StateMissingException.class,
          TooLargeException.class,
          UnknownGraphException.class,
          UnknownNodeException.class,
          WorkerLostException.class);

  private static volatile boolean shown = Boolean.getBoolean(PROPERTY);

  private LogContents() {}

  /** Turns the switch. */
  public static void show(boolean show) {
    shown = show;
  }

  /** Returns whether logs may hold contents. */
  public static boolean areShown() {
    return shown;
  }

  /** Returns a failure as it may be logged, with its causes. */
  public static Throwable of(Throwable failure) {
    return shown ? failure : RedactedException.of(failure);
  }

  /** Returns the message of a failure as it may be logged. */
  public static String message(Throwable failure) {
    return shown || hasNoContents(failure)
        ? String.valueOf(failure.getMessage())
        : failure.getClass().getName();
  }

  static boolean hasNoContents(Throwable failure) {
    return WITHOUT_CONTENTS.contains(failure.getClass());
  }

  /**
   * Stands in logs for a failure whose message may hold contents; its place in the code is kept.
   */
  private static final class RedactedException extends RuntimeException {
    private RedactedException(Throwable failure, @Nullable Throwable cause) {
      super(text(failure), cause);
      setStackTrace(failure.getStackTrace());
    }

    static RedactedException of(Throwable failure) {
      return of(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** Causes may lead back to where they began. */
    private static RedactedException of(Throwable failure, Set<Throwable> seen) {
      boolean isNew = seen.add(failure);
      Throwable cause = failure.getCause();
      return new RedactedException(failure, isNew && cause != null ? of(cause, seen) : null);
    }

    private static String text(Throwable failure) {
      String name = failure.getClass().getName();
      return LogContents.hasNoContents(failure)
          ? name + ": " + failure.getMessage()
          : name + " (message withheld: " + LogContents.PROPERTY + "=false)";
    }
  }
}
