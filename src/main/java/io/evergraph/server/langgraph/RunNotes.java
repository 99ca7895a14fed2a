package io.evergraph.server.langgraph;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.evergraph.runtime.ThreadId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cache of the latest runs that this server accepted: what it has evicted, or what another server
 * accepted, is read from the thread.
 */
final class RunNotes {
  private final Cache<String, RunNote> byRun = Caffeine.newBuilder().maximumSize(10_000).build();

  void add(RunNote note) {
    byRun.put(note.runId(), note);
  }

  Optional<RunNote> find(ThreadId thread, String runId) {
    return Optional.ofNullable(byRun.getIfPresent(runId))
        .filter(note -> note.thread().equals(thread));
  }

  List<RunNote> of(ThreadId thread) {
    return byRun.asMap().values().stream()
        .filter(note -> note.thread().equals(thread))
        .sorted(Comparator.comparing(RunNote::acceptedAt))
        .toList();
  }

  /**
   * What this server remembers of a run that it accepted, beside what the thread itself records.
   */
  record RunNote(
      ThreadId thread,
      String runId,
      String graph,
      Instant acceptedAt,
      Map<String, Object> metadata,
      String multitaskStrategy,
      StreamModes modes,
      String body) {}
}
