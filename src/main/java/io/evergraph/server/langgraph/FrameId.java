package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far a client has read a stream, on the wire as {@code 12}, or {@code 12.1700000000000000}
 * where it has seen emissions of nodes as well, or {@code 12.1700000000000000.1} for the second
 * frame of one instant.
 *
 * <p>What threads of subgraphs record comes beside what the run's own thread does, in any order
 * among each other. So the id tells, behind semicolons, how far each of them was read that is being
 * read: {@code 12;7=5;7/3=2} for frame 5 of the call that was opened at place 7, and frame 2 of the
 * one that was opened at place 3 of that. A call that was opened at a place that has been passed,
 * and does not stand there, was read to its end.
 *
 * @param live when the latest emission was made, in microseconds; 0 for none
 * @param sibling how many frames of that instant came before
 * @param calls how far the calls were read that are open, by the places where they were opened
 */
record FrameId(long recorded, long live, int sibling, SortedMap<Long, FrameId> calls) {
  static final FrameId BEFORE_ALL = at(-1, 0, 0);

  /** Before the first frame of a call. */
  static final FrameId OPENED = at(0, 0, 0);

  private static final int PARTS = 3;

  /** Ids tell whole paths: those of deeper calls would fill the memory. */
  private static final int DEEPEST_CALL = 100;

  FrameId {
    calls = Collections.unmodifiableSortedMap(new TreeMap<>(calls));
  }

  private static FrameId at(long recorded, long live, int sibling) {
    return new FrameId(recorded, live, sibling, Collections.emptySortedMap());
  }

  /**
   * Reads the id that a client has seen last; none, and {@code -1}, stand before the first frame.
   */
  static FrameId read(@Nullable String lastEventId) {
    if (lastEventId == null || lastEventId.isEmpty()) {
      return BEFORE_ALL;
    }
    try {
      String[] places = lastEventId.split(";", -1);
      FrameId id = place(places[0]);
      for (String call : Arrays.asList(places).subList(1, places.length)) {
        String[] pair = call.split("=", 2);
        List<Long> path = Arrays.stream(pair[0].split("/", -1)).map(Long::parseLong).toList();
        if (path.size() > DEEPEST_CALL) {
          throw malformed(lastEventId);
        }
        id = id.with(path, place(pair[1]));
      }
      return id;
    } catch (NumberFormatException | IndexOutOfBoundsException misfit) {
      throw malformed(lastEventId);
    }
  }

  private static InvalidInputException malformed(String lastEventId) {
    return new InvalidInputException(
        "the header 'Last-Event-ID'", "the id of a frame", "'" + lastEventId + "'");
  }

  private static FrameId place(String text) {
    String[] parts = text.split("\\.", PARTS);
    return at(
        Long.parseLong(parts[0]),
        parts.length > 1 ? Long.parseLong(parts[1]) : 0,
        parts.length > 2 ? Integer.parseInt(parts[2]) : 0);
  }

  private FrameId with(List<Long> path, FrameId place) {
    long first = path.get(0);
    if (path.size() == 1) {
      return with(first, place);
    }
    FrameId outer = calls.getOrDefault(first, OPENED);
    return with(first, outer.with(path.subList(1, path.size()), place));
  }

  /** Returns this with how far a call was read that was opened at a place of it. */
  FrameId with(long opened, FrameId call) {
    SortedMap<Long, FrameId> more = new TreeMap<>(calls);
    more.put(opened, call);
    return new FrameId(recorded, live, sibling, more);
  }

  /** Returns this after the last frame of a call. */
  FrameId without(long opened) {
    SortedMap<Long, FrameId> rest = new TreeMap<>(calls);
    rest.remove(opened);
    return new FrameId(recorded, live, sibling, rest);
  }

  FrameId next() {
    return new FrameId(recorded + 1, live, sibling, calls);
  }

  /** Returns the place of a frame of an emission; no other frame has it. */
  FrameId after(Instant emission) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, emission);
    return micros > live
        ? new FrameId(recorded, micros, 0, calls)
        : new FrameId(recorded, live, sibling + 1, calls);
  }

  /** Returns whether a frame of an emission stands no later than this. */
  boolean hasSeen(FrameId place) {
    return place.live < live || (place.live == live && place.sibling <= sibling);
  }

  /** Returns how far a client has read that has seen this and another. */
  FrameId and(FrameId seen) {
    boolean later = seen.hasSeen(this);
    FrameId both =
        new FrameId(
            Math.max(recorded, seen.recorded),
            later ? seen.live : live,
            later ? seen.sibling : sibling,
            Collections.emptySortedMap());
    SortedSet<Long> opened = new TreeSet<>(calls.keySet());
    opened.addAll(seen.calls.keySet());
    for (long call : opened) {
      if (!hasPassed(call) && !seen.hasPassed(call)) {
        FrameId own = calls.getOrDefault(call, OPENED);
        both = both.with(call, own.and(seen.calls.getOrDefault(call, OPENED)));
      }
    }
    return both;
  }

  /** Returns whether a call was read to its end that was opened at a place of this. */
  boolean hasPassed(long opened) {
    return opened <= recorded && !calls.containsKey(opened);
  }

  String text() {
    StringBuilder text = new StringBuilder(place());
    calls.forEach((opened, call) -> call.addTo(text, Long.toString(opened)));
    return text.toString();
  }

  private String place() {
    String place = live == 0 ? Long.toString(recorded) : recorded + "." + live;
    return sibling == 0 ? place : place + "." + sibling;
  }

  private void addTo(StringBuilder text, String path) {
    text.append(';').append(path).append('=').append(place());
    calls.forEach((opened, call) -> call.addTo(text, path + "/" + opened));
  }
}
