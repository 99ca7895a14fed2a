package io.evergraph.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Numbers the events of one transition. */
final class EventSink {
  private final List<RunEvent> events = new ArrayList<>();
  private final Instant now;
  private long number;

  EventSink(long firstNumber, Instant now) {
    this.number = firstNumber;
    this.now = now;
  }

  boolean add(BiFunction<Long, Instant, RunEvent> event) {
    return events.add(event.apply(number++, now));
  }

  List<RunEvent> events() {
    return List.copyOf(events);
  }
}
