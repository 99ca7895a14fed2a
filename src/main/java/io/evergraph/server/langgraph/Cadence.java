package io.evergraph.server.langgraph;

import java.time.Duration;

/**
 * How often a quiet connection shows a sign of life.
 *
 * @param heartbeat between the comments of a stream
 * @param keepAlive between the line breaks before an outcome
 */
public record Cadence(Duration heartbeat, Duration keepAlive) {
  /** Returns the cadence that LangGraph's clients expect: five seconds, and one. */
  public static Cadence standard() {
    return new Cadence(Duration.ofSeconds(5), Duration.ofSeconds(1));
  }
}
