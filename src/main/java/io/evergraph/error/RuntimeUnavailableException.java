package io.evergraph.error;

/** The server behind the runtime cannot be reached. */
public final class RuntimeUnavailableException extends GraphException {
  /** Describes the failure. */
  public RuntimeUnavailableException(String target, String reason) {
    this(Facts.of("target", target).and("reason", reason));
  }

  RuntimeUnavailableException(Facts facts) {
    super(
        facts,
        "The Temporal server at {target} cannot be reached: {reason}. Start it (temporal-dev/up),"
            + " or check the address.");
  }

  /** Returns the address. */
  public String target() {
    return facts().text("target");
  }

  /** Returns what the connection said. */
  public String reason() {
    return facts().text("reason");
  }
}
