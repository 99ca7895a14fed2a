package io.evergraph.server;

import java.time.Duration;

/**
 * How many runs this server begins at once. More wait for their turn, and are refused when it does
 * not come: such a run has not begun, so that the request can be sent again.
 *
 * @param atOnce how many requests may be starting, answering or continuing a run
 * @param longestWait how long a request waits for its turn
 */
public record StartLimit(int atOnce, Duration longestWait) {
  /** How many runs a server begins at once, if nothing else is said. */
  public static final int USUAL = 64;

  private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

  /** Returns a limit with the usual wait. */
  public static StartLimit of(int atOnce) {
    return new StartLimit(atOnce, USUAL_WAIT);
  }
}
