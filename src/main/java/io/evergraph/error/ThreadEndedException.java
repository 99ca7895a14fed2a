package io.evergraph.error;

/** A message came too late: the thread has ended, with its only run or by force. */
public final class ThreadEndedException extends GraphException {
  /** Describes the failure. */
  public ThreadEndedException(String thread) {
    this(Facts.of("thread", thread));
  }

  ThreadEndedException(Facts facts) {
    super(
        facts,
        "Expected thread '{thread}' to go on but found that it has ended: its only run was started"
            + " alone and is over, or its workflow was terminated. Read what it left, or begin"
            + " another thread.");
  }
}
