package io.evergraph.error;

/** The server behind the runtime cannot be reached, or a thread there does not answer. */
public final class RuntimeUnavailableException extends GraphException {
  private static final String THREAD = "thread";

  /** Describes a server that cannot be reached. */
  public RuntimeUnavailableException(String target, String reason) {
    this(Facts.of("target", target).and("reason", reason));
  }

  RuntimeUnavailableException(Facts facts) {
    super(
        facts,
        facts.values().containsKey(THREAD)
            ? "Thread '{thread}' at {target} does not answer: {reason}. See what the log of its"
                + " worker says; it goes on once a worker can carry it on."
            : "The Temporal server at {target} cannot be reached: {reason}. Start it"
                + " (temporal-dev/up), or check the address.");
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
