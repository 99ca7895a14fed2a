package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far a client has read a stream, on the wire as {@code 12}, or {@code 12.1700000000000000}
 * where it has seen emissions of nodes as well, or {@code 12.1700000000000000.1} for the second
 * frame of one instant.
 *
 * @param live when the latest emission was made, in microseconds; 0 for none
 * @param sibling how many frames of that instant came before
 */
record FrameId(long recorded, long live, int sibling) {
  static final FrameId BEFORE_ALL = new FrameId(-1, 0, 0);

  private static final int PARTS = 3;

  /**
   * Reads the id that a client has seen last; none, and {@code -1}, stand before the first frame.
   */
  static FrameId read(@Nullable String lastEventId) {
    if (lastEventId == null || lastEventId.isEmpty()) {
      return BEFORE_ALL;
    }
    String[] parts = lastEventId.split("\\.", PARTS);
    try {
      return new FrameId(
          Long.parseLong(parts[0]),
          parts.length > 1 ? Long.parseLong(parts[1]) : 0,
          parts.length > 2 ? Integer.parseInt(parts[2]) : 0);
    } catch (NumberFormatException malformed) {
      throw new InvalidInputException(
          "the header 'Last-Event-ID'", "the id of a frame", "'" + lastEventId + "'");
    }
  }

  FrameId next() {
    return new FrameId(recorded + 1, live, sibling);
  }

  /** Returns the place of a frame of an emission; no other frame has it. */
  FrameId after(Instant emission) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, emission);
    return micros > live
        ? new FrameId(recorded, micros, 0)
        : new FrameId(recorded, live, sibling + 1);
  }

  /** Returns whether a frame of an emission stands no later than this. */
  boolean hasSeen(FrameId place) {
    return place.live < live || (place.live == live && place.sibling <= sibling);
  }

  /** Returns this place for a client that has seen emissions made later than the last one here. */
  FrameId notBefore(FrameId seen) {
    return seen.hasSeen(this) ? new FrameId(recorded, seen.live, seen.sibling) : this;
  }

  String text() {
    String place = live == 0 ? Long.toString(recorded) : recorded + "." + live;
    return sibling == 0 ? place : place + "." + sibling;
  }
}
