package io.evergraph.temporal.client;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.ThreadNotifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The event feeds of a process, one per thread that is followed. */
public final class EventFeeds implements AutoCloseable {
  private final Function<ThreadId, ThreadNotifier> bells;
  private final BiFunction<ThreadId, Long, List<RunEvent>> source;
  private final Map<ThreadId, EventFeed> feeds = new ConcurrentHashMap<>();

  public EventFeeds(
      Function<ThreadId, ThreadNotifier> bells, BiFunction<ThreadId, Long, List<RunEvent>> source) {
    this.bells = bells;
    this.source = source;
  }

  /** A feed that ends just now gives way to a new one. No lock is held while it is asked. */
  public EventStream follow(ThreadId thread, long from) {
    while (true) {
      EventFeed feed = feeds.computeIfAbsent(thread, this::open);
      Optional<EventStream> stream = feed.subscribe(from);
      if (stream.isPresent()) {
        return stream.get();
      }
      feeds.remove(thread, feed);
    }
  }

  private EventFeed open(ThreadId thread) {
    ThreadNotifier bell = bells.apply(thread);
    return new EventFeed(
        thread.value(),
        bell,
        from -> source.apply(thread, from),
        ended -> feeds.remove(thread, ended));
  }

  @Override
  public void close() {
    Map.copyOf(feeds).values().forEach(EventFeed::close);
  }
}
