package io.evergraph.server.langgraph;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Moments on the wire: ISO 8601 in UTC, to the microsecond, which is all that clients read. */
final class WireTime {
  private WireTime() {}

  static String of(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MICROS).toString();
  }
}
