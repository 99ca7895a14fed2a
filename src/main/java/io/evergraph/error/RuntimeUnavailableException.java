package io.evergraph.error;

import java.util.Map;

/** The server behind the runtime cannot be reached. */
public final class RuntimeUnavailableException extends GraphException {
  private final String target;
  private final String reason;

  /**
   * Describes the failure.
   *
   * @param target the address
   * @param reason what the connection said
   */
  public RuntimeUnavailableException(String target, String reason) {
    super(
        "The Temporal server at "
            + target
            + " cannot be reached: "
            + reason
            + ". Start it (temporal-dev/up), or check the address.",
        Map.of("target", target, "reason", reason));
    this.target = target;
    this.reason = reason;
  }

  /** Returns the address. */
  public String target() {
    return target;
  }

  /** Returns what the connection said. */
  public String reason() {
    return reason;
  }
}
