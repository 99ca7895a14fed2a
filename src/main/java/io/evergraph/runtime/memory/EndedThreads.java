package io.evergraph.runtime.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The threads that have ended and can still be read. Safe for use by several threads. */
final class EndedThreads {
  /** Of all of them together: long threads are large, and to move them stops the process. */
  private static final long MOST_EVENTS = 4_000;

  private final Map<String, InMemoryThread> threads;
  private final int most;
  private final Duration longest;
  private final Map<InMemoryThread, End> ends = new LinkedHashMap<>();
  private long events;

  private record End(Instant at, long events) {}

  /**
   * Forgets the earliest ones.
   *
   * @param threads all threads, by name
   * @param most how many are kept
   * @param longest how long each is kept
   */
  EndedThreads(Map<String, InMemoryThread> threads, int most, Duration longest) {
    this.threads = threads;
    this.most = most;
    this.longest = longest;
  }

  synchronized void add(InMemoryThread thread, long length, Instant now) {
    if (ends.putIfAbsent(thread, new End(now, length)) == null) {
      events += length;
      forgetEarliest(now);
    }
  }

  synchronized void forgetEarliest(Instant now) {
    Iterator<Map.Entry<InMemoryThread, End>> earliest = ends.entrySet().iterator();
    while (earliest.hasNext()) {
      Map.Entry<InMemoryThread, End> next = earliest.next();
      boolean fits = ends.size() <= most && (events <= MOST_EVENTS || ends.size() == 1);
      if (fits && now.isBefore(next.getValue().at().plus(longest))) {
        return;
      }
      earliest.remove();
      events -= next.getValue().events();
      boolean unused = threads.remove(next.getKey().id().value(), next.getKey());
    }
  }
}
