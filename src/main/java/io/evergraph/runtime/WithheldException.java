package io.evergraph.runtime;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stands in logs for a failure whose message may hold contents; its place in the code is kept. */
final class WithheldException extends RuntimeException {
  private WithheldException(Throwable failure, @Nullable Throwable cause) {
    super(text(failure), cause);
    setStackTrace(failure.getStackTrace());
  }

  static WithheldException of(Throwable failure) {
    return of(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  /** Causes may lead back to where they began. */
  private static WithheldException of(Throwable failure, Set<Throwable> seen) {
    boolean isNew = seen.add(failure);
    Throwable cause = failure.getCause();
    return new WithheldException(failure, isNew && cause != null ? of(cause, seen) : null);
  }

  private static String text(Throwable failure) {
    String name = failure.getClass().getName();
    return LogContents.hasNoContents(failure)
        ? name + ": " + failure.getMessage()
        : name + " (message withheld: " + LogContents.PROPERTY + "=false)";
  }
}
