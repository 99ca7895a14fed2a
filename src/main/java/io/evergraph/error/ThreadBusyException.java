package io.evergraph.error;

/** The thread has a run in progress that does not allow this. */
public final class ThreadBusyException extends GraphException {
  /** Describes the failure. */
  public ThreadBusyException(String thread, String action) {
    this(Facts.of("thread", thread).and("action", action));
  }

  ThreadBusyException(Facts facts) {
    super(
        facts,
        "Thread '{thread}' has a run in progress: {action} is refused. Wait for its end, cancel it,"
            + " or enqueue the input.");
  }
}
