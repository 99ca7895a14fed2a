package io.evergraph.temporal;

import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.ThreadId;
import java.util.HashMap;
import java.util.Map;

/** The event feeds of a process, one per thread that is followed. */
final class EventFeeds implements AutoCloseable {
  private final TemporalConnection connection;
  private final ThreadReader reader;
  private final Map<ThreadId, EventFeed> feeds = new HashMap<>();

  EventFeeds(TemporalConnection connection, ThreadReader reader) {
    this.connection = connection;
    this.reader = reader;
  }

  synchronized EventStream follow(ThreadId thread, long from) {
    return feeds.computeIfAbsent(thread, this::open).subscribe(from);
  }

  private EventFeed open(ThreadId thread) {
    Bell bell = connection.bell(thread.value(), Bell.Ear.MOVES);
    return new EventFeed(
        thread.value(), bell, from -> reader.events(thread, from), () -> forget(thread));
  }

  private synchronized void forget(ThreadId thread) {
    feeds.remove(thread);
  }

  @Override
  public synchronized void close() {
    Map.copyOf(feeds).values().forEach(EventFeed::close);
  }
}
