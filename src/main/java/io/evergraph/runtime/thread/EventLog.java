package io.evergraph.runtime.thread;

import io.evergraph.event.RunEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events of a thread from one number on, and where to find the ends of runs that came before.
 * Deterministic; not safe for use by several threads.
 */
final class EventLog {
  private static final int REMEMBERED_RUNS = 1_000;

  private final long before;
  private final Map<String, Long> runsBefore;
  private final List<RunEvent> events = new ArrayList<>();

  EventLog() {
    this(0, Map.of());
  }

  /**
   * Begins in the middle.
   *
   * @param before the number of the last event that is not here; 0 for none
   * @param runsBefore the numbers of the latest events about runs, up to that one
   */
  EventLog(long before, Map<String, Long> runsBefore) {
    this.before = before;
    this.runsBefore = new LinkedHashMap<>(runsBefore);
  }

  void add(List<RunEvent> news) {
    events.addAll(news);
  }

  /** Returns the number of the first event that is here, or of the next one. */
  long first() {
    return before + 1;
  }

  long last() {
    return before + events.size();
  }

  List<RunEvent> from(long number) {
    int first = (int) Math.max(0, number - first());
    return first >= events.size() ? List.of() : List.copyOf(events.subList(first, events.size()));
  }

  List<RunEvent> newest(int most) {
    return List.copyOf(events.subList(Math.max(0, events.size() - most), events.size()));
  }

  /** Returns how a task failed for the last time, if that is here. */
  Optional<RunEvent> failureOf(String taskId) {
    for (int last = events.size() - 1; last >= 0; last--) {
      if (events.get(last) instanceof RunEvent.TaskFailed failed
          && failed.taskId().equals(taskId)) {
        return Optional.of(failed);
      }
    }
    return Optional.empty();
  }

  /** Returns the number of the latest event that was about a run, if it is known. */
  Optional<Long> latestAbout(String runId) {
    Optional<Long> found = Optional.ofNullable(runsBefore.get(runId));
    for (RunEvent event : events) {
      found = event.runs().contains(runId) ? Optional.of(event.number()) : found;
    }
    return found;
  }

  /** Returns the numbers of the latest events about runs, up to one; the latest runs last. */
  Map<String, Long> runsUpTo(long number) {
    Map<String, Long> runs = new LinkedHashMap<>(runsBefore);
    for (RunEvent event : events) {
      if (event.number() <= number) {
        event.runs().forEach(run -> note(runs, run, event.number()));
      }
    }
    return runs;
  }

  private static void note(Map<String, Long> runs, String run, long number) {
    runs.remove(run);
    runs.put(run, number);
    if (runs.size() > REMEMBERED_RUNS) {
      runs.remove(runs.keySet().iterator().next());
    }
  }
}
