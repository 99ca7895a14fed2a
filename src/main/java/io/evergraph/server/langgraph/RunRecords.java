package io.evergraph.server.langgraph;

import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.langgraph.RunNotes.RunNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

record RunRecords(GraphRuntime runtime, RunNotes notes) {

  private static final long FIRST_EVENTS = 64;

  RunResource get(ThreadId thread, String runId) {
    return latest(thread, run -> run.runId().equals(runId), 1).stream()
        .findFirst()
        .orElseThrow(() -> new UnknownRunException(thread.value(), runId));
  }

  /**
   * Returns a run that has just begun: as this server knows it, where its thread cannot be read.
   */
  RunResource begun(ThreadId thread, String runId) {
    try {
      return get(thread, runId);
    } catch (GraphException unreadable) {
      return notes
          .find(thread, runId)
          .map(note -> resource(note, List.of()))
          .orElseThrow(() -> unreadable);
    }
  }

  /**
   * Returns the latest runs of a thread that are wanted, the latest first; those that wait for
   * their turn too. Reads the events backwards, no further than it has to.
   */
  List<RunResource> latest(ThreadId thread, Predicate<RunResource> wanted, long count) {
    ThreadSnapshot snapshot = runtime.snapshot(thread);
    long from = 0;
    List<RunResource> found = List.of();
    for (long read = FIRST_EVENTS; from != 1 && found.size() < count; read *= 4) {
      from = Math.max(1, snapshot.lastEvent() + 1 - read);
      found = since(snapshot, from).stream().filter(wanted).limit(count).toList();
    }
    return found;
  }

  /** Returns the runs that have begun since an event, and those that wait. */
  private List<RunResource> since(ThreadSnapshot snapshot, long from) {
    Map<String, List<RunEvent>> events = new LinkedHashMap<>();
    for (RunEvent event : runtime.events(snapshot.thread(), from)) {
      for (String run : event.runs()) {
        if (from == 1 || event instanceof RunEvent.RunStarted || events.containsKey(run)) {
          events.computeIfAbsent(run, unused -> new ArrayList<>()).add(event);
        }
      }
    }
    waiting(snapshot.thread(), from, events).forEach(run -> events.put(run, List.of()));
    List<RunResource> found = new ArrayList<>();
    events.forEach((run, its) -> found.add(0, resource(snapshot, run, its)));
    return found;
  }

  private List<String> waiting(ThreadId thread, long from, Map<String, List<RunEvent>> events) {
    Instant earliest =
        events.values().stream().map(its -> its.get(0).at()).findFirst().orElse(Instant.MAX);
    return notes.of(thread).stream()
        .filter(note -> !events.containsKey(note.runId()))
        .filter(note -> from == 1 || note.acceptedAt().isAfter(earliest))
        .map(RunNote::runId)
        .toList();
  }

  private RunResource resource(ThreadSnapshot snapshot, String run, List<RunEvent> events) {
    ThreadId thread = snapshot.thread();
    return resource(
        notes.find(thread, run).orElseGet(() -> unnoted(snapshot, run, events)), events);
  }

  private static RunNote unnoted(ThreadSnapshot snapshot, String run, List<RunEvent> events) {
    return new RunNote(
        snapshot.thread(),
        run,
        String.valueOf(snapshot.graph()),
        events.get(0).at(),
        Map.of(),
        "enqueue",
        StreamModes.of(List.of(), false),
        "");
  }

  private static RunResource resource(RunNote note, List<RunEvent> events) {
    Instant updated = events.isEmpty() ? note.acceptedAt() : events.get(events.size() - 1).at();
    return new RunResource(
        note.runId(),
        note.thread().value(),
        Assistants.idOf(note.graph()),
        WireTime.of(note.acceptedAt()),
        WireTime.of(updated),
        status(events),
        note.metadata(),
        note.multitaskStrategy(),
        Map.of());
  }

  RunPosition position(ThreadId thread, String runId) {
    return RunPosition.anywhere(runtime.run(thread, runId));
  }

  /** Returns what whoever started a run wanted to see of it; the values, if that is forgotten. */
  StreamModes modes(ThreadId thread, String runId) {
    return notes
        .find(thread, runId)
        .map(RunNote::modes)
        .orElseGet(() -> StreamModes.of(List.of(), false));
  }

  private static boolean isPausedFromOutside(RunEvent last) {
    return last instanceof RunEvent.RunPaused paused && paused.cause() == RunEvent.Pause.REQUEST;
  }

  private static String status(List<RunEvent> events) {
    if (events.isEmpty()) {
      return "pending";
    }
    RunEvent last = events.get(events.size() - 1);
    if (last instanceof RunEvent.RunParked || last instanceof RunEvent.RunFailed) {
      return "error";
    }
    if (last instanceof RunEvent.RunCancelled || isPausedFromOutside(last)) {
      return "interrupted";
    }
    return last.endsRun() ? "success" : "running";
  }
}
