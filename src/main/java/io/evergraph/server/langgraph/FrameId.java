package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far a client has read a stream, on the wire as {@code 12}, or {@code 12.1700000000000000}
 * where it has seen emissions of nodes as well.
 *
 * @param live when the latest emission was made, in microseconds; 0 for none
 */
record FrameId(long recorded, long live) {
  static final FrameId BEFORE_ALL = new FrameId(-1, 0);

  /**
   * Reads the id that a client has seen last; none, and {@code -1}, stand before the first frame.
   */
  static FrameId read(@Nullable String lastEventId) {
    if (lastEventId == null || lastEventId.isEmpty()) {
      return BEFORE_ALL;
    }
    try {
      int dot = lastEventId.indexOf('.');
      return dot < 0
          ? new FrameId(Long.parseLong(lastEventId), 0)
          : new FrameId(
              Long.parseLong(lastEventId.substring(0, dot)),
              Long.parseLong(lastEventId.substring(dot + 1)));
    } catch (NumberFormatException malformed) {
      throw new InvalidInputException(
          "the header 'Last-Event-ID'", "the id of a frame", "'" + lastEventId + "'");
    }
  }

  FrameId next() {
    return new FrameId(recorded + 1, live);
  }

  FrameId after(Instant emission) {
    return new FrameId(recorded, Math.max(live, micros(emission)));
  }

  boolean hasSeen(Instant emission) {
    return micros(emission) <= live;
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  String text() {
    return live == 0 ? Long.toString(recorded) : recorded + "." + live;
  }
}
