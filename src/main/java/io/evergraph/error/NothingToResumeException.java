package io.evergraph.error;

/** A thread has no task that could go on. */
public final class NothingToResumeException extends GraphException {
  /** Describes the failure. */
  public NothingToResumeException(String thread, String action) {
    this(Facts.of("thread", thread).and("action", action));
  }

  NothingToResumeException(Facts facts) {
    super(
        facts,
        "Thread '{thread}' has nothing to go on with: {action} needs an unfinished task. Give it a"
            + " new input.");
  }
}
