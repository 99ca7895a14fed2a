package io.evergraph.runtime.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The threads that have ended and can still be read. Safe for use by several threads. */
final class EndedThreads {
  private final Map<String, InMemoryThread> threads;
  private final int most;
  private final Duration longest;
  private final Map<InMemoryThread, Instant> ends = new LinkedHashMap<>();

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

  synchronized void add(InMemoryThread thread, Instant now) {
    Instant unused = ends.putIfAbsent(thread, now);
    forgetEarliest(now);
  }

  synchronized void forgetEarliest(Instant now) {
    Iterator<Map.Entry<InMemoryThread, Instant>> earliest = ends.entrySet().iterator();
    while (earliest.hasNext()) {
      Map.Entry<InMemoryThread, Instant> next = earliest.next();
      boolean isKept = ends.size() <= most && now.isBefore(next.getValue().plus(longest));
      if (isKept) {
        return;
      }
      earliest.remove();
      boolean unused = threads.remove(next.getKey().id().value(), next.getKey());
    }
  }
}
