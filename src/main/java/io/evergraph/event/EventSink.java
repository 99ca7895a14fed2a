package io.evergraph.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Numbers the events of one transition. */
final class EventSink {
  private final List<RunEvent> events = new ArrayList<>();
  private final Instant now;
  private long number;

  EventSink(long firstNumber, Instant now) {
    this.number = firstNumber;
    this.now = now;
  }

  boolean add(Numbered event) {
    return events.add(event.at(number++, now));
  }

  List<RunEvent> events() {
    return List.copyOf(events);
  }

  /** An event but for its number and its time. */
  interface Numbered {
    RunEvent at(long number, Instant now);
  }
}
