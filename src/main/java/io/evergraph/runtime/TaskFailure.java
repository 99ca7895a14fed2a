package io.evergraph.runtime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a task failed for good.
 *
 * @param type the class name of the last error
 * @param attempts how often the node ran before it was given up; 0 when it did not run
 * @param since when it was given up; null when that is not kept any more
 */
public record TaskFailure(String type, String message, int attempts, @Nullable Instant since) {

  /** Returns the error in one line: {@code type: message}. */
  public String text() {
    return type + ": " + message;
  }
}
