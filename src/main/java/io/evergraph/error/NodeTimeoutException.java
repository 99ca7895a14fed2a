package io.evergraph.error;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** An attempt of a node took longer than its policy allows. Worth another attempt. */
public final class NodeTimeoutException extends GraphException {
  private final String node;
  private final String kind;
  private final String limit;

  /** Which limit was reached. */
  public enum Kind {
    /** The node gave no sign of life: neither a heartbeat nor an emission. */
    SILENCE,
    /** The attempt took too long in all. */
    ATTEMPT
  }

  /**
   * Describes the failure.
   *
   * @param node the node
   * @param kind which limit was reached
   * @param limit the limit
   */
  public NodeTimeoutException(String node, Kind kind, Duration limit) {
    this(node, kind.name().toLowerCase(Locale.ROOT), limit.toString());
  }

  NodeTimeoutException(String node, String kind, String limit) {
    super(
        "Node '"
            + node
            + "' "
            + (isSilence(kind) ? "gave no sign of life for " : "ran longer than ")
            + limit
            + " ("
            + kind
            + " timeout). "
            + (isSilence(kind)
                ? "Let it heartbeat, or raise its timeout."
                : "Make it faster, or raise its hard timeout."),
        Map.of("node", node, "kind", kind, "limit", limit));
    this.node = node;
    this.kind = kind;
    this.limit = limit;
  }

  private static boolean isSilence(String kind) {
    return kind.equalsIgnoreCase(Kind.SILENCE.name());
  }

  /** Returns the node. */
  public String node() {
    return node;
  }

  /** Returns which limit was reached: {@code silence} or {@code attempt}. */
  public String kind() {
    return kind;
  }

  /** Returns the limit as ISO 8601 text. */
  public String limit() {
    return limit;
  }

  @Override
  boolean passes() {
    return true;
  }
}
