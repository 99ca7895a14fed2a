package io.evergraph.error;

/** A message came too late: the only run of a thread that was started alone is over. */
public final class ThreadEndedException extends GraphException {
  /** Describes the failure. */
  public ThreadEndedException(String thread) {
    this(Facts.of("thread", thread));
  }

  ThreadEndedException(Facts facts) {
    super(
        facts,
        "Expected thread '{thread}' to go on but found that it ended with its only run, which was"
            + " started alone. Read its result, or start a new run on the thread.");
  }
}
