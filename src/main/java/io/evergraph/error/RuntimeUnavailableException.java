package io.evergraph.error;

/**
 * The server behind the runtime cannot be reached, or it has nobody who answers: no worker, or one
 * thread alone does not.
 */
public final class RuntimeUnavailableException extends GraphException {
  private static final String THREAD = "thread";
  private static final String QUEUE = "queue";

  /** Describes a server that cannot be reached. */
  public RuntimeUnavailableException(String target, String reason) {
    this(Facts.of("target", target).and("reason", reason));
  }

  RuntimeUnavailableException(Facts facts) {
    super(facts, text(facts));
  }

  private static String text(Facts facts) {
    if (facts.values().containsKey(THREAD)) {
      return "Thread '{thread}' at {target} does not answer: {reason}. See what the log of its"
          + " worker says; it goes on once a worker can carry it on.";
    }
    return facts.values().containsKey(QUEUE)
        ? "The Temporal server at {target} is connected, but nothing answers: {reason}. See that a"
            + " worker of task queue '{queue}' runs."
        : "The Temporal server at {target} cannot be reached: {reason}. Start it"
            + " (temporal-dev/up), or check the address.";
  }

  /** Returns the failure of all threads of a task queue, on a server that can be reached. */
  public static RuntimeUnavailableException unanswered(String target, String queue, String reason) {
    return new RuntimeUnavailableException(
        Facts.of("target", target).and("reason", reason).and(QUEUE, queue));
  }

  /** Returns the failure of one thread that does not answer, where others do. */
  public static RuntimeUnavailableException ofThread(String target, String thread, String reason) {
    return new RuntimeUnavailableException(
        Facts.of("target", target).and("reason", reason).and(THREAD, thread));
  }

  /** Returns the address of the server. */
  public String target() {
    return facts().text("target");
  }

  /** Returns what the connection said. */
  public String reason() {
    return facts().text("reason");
  }

  @Override
  public boolean isPassing() {
    return true;
  }

  @Override
  public boolean isOutage() {
    return !facts().values().containsKey(THREAD);
  }
}
