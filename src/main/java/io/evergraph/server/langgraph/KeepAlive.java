package io.evergraph.server.langgraph;

import java.time.Duration;

/**
 * How often a connection without events shows a sign of life.
 *
 * @param stream between the comments of a stream
 * @param outcome between the line breaks before an outcome
 */
public record KeepAlive(Duration stream, Duration outcome) {
  /** Returns the intervals that LangGraph's clients expect: five seconds, and one. */
  public static KeepAlive standard() {
    return new KeepAlive(Duration.ofSeconds(5), Duration.ofSeconds(1));
  }
}
