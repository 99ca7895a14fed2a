package io.evergraph.server.langgraph;

import io.evergraph.runtime.ThreadId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cache of the latest runs that this server accepted: what it has evicted, or what another server
 * accepted, is read from the thread.
 */
final class RunNotes {
  private static final int KEPT = 10_000;

  private final Map<String, RunNote> byRun =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, RunNote> eldest) {
              return size() > KEPT;
            }
          });

  void add(RunNote note) {
    byRun.put(note.runId(), note);
  }

  Optional<RunNote> find(ThreadId thread, String runId) {
    return Optional.ofNullable(byRun.get(runId)).filter(note -> note.thread().equals(thread));
  }

  List<String> of(ThreadId thread) {
    synchronized (byRun) {
      return byRun.values().stream()
          .filter(note -> note.thread().equals(thread))
          .map(RunNote::runId)
          .toList();
    }
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
