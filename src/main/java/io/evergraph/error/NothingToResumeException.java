package io.evergraph.error;

import java.util.Map;

/** A thread has no task that could go on. */
public final class NothingToResumeException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param action what was asked for
   */
  public NothingToResumeException(String thread, String action) {
    this(new Facts(Map.of("thread", thread, "action", action)));
  }

  NothingToResumeException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Thread '{thread}' has nothing to go on with: {action} needs an unfinished task."
                + " Give it a new input."));
  }
}
