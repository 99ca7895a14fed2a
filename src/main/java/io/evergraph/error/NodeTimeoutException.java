package io.evergraph.error;

import java.time.Duration;
import java.util.Locale;

/** An attempt of a node took longer than its policy allows. Worth another attempt. */
public final class NodeTimeoutException extends GraphException {
  private static final String GAVE_NO_SIGN =
      "Node '{node}' gave no sign of life for {limit} ({kind} timeout). Let it heartbeat, or raise"
          + " its timeout.";
  private static final String RAN_TOO_LONG =
      "Node '{node}' ran longer than {limit} ({kind} timeout). Make it faster, or raise its hard"
          + " timeout.";

  /** Which limit was reached. */
  public enum Kind {
    /** The node gave no sign of life: neither a heartbeat nor an emission. */
    SILENCE,
    /** The attempt took too long in all. */
    ATTEMPT
  }

  /** Describes the failure. */
  public NodeTimeoutException(String node, Kind kind, Duration limit) {
    this(
        Facts.of("node", node)
            .and("kind", kind.name().toLowerCase(Locale.ROOT))
            .and("limit", limit.toString()));
  }

  NodeTimeoutException(Facts facts) {
    super(facts, isSilence(facts) ? GAVE_NO_SIGN : RAN_TOO_LONG);
  }

  private static boolean isSilence(Facts facts) {
    return facts.text("kind").equalsIgnoreCase(Kind.SILENCE.name());
  }

  @Override
  public boolean isWorthAnotherAttempt() {
    return true;
  }
}
