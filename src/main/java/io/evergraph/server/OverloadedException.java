package io.evergraph.server;

/** The server begins as many runs as it may; the one that was asked for has not begun. */
public final class OverloadedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int limit;

  /** Describes the refusal. */
  public OverloadedException(int limit) {
    super(
        "Expected fewer than "
            + limit
            + " runs to be beginning here but found more (evergraph.web.max-starts). This one has"
            + " not begun: send the request again later.");
    this.limit = limit;
  }

  /** Returns how many may begin at once. */
  public int limit() {
    return limit;
  }
}
