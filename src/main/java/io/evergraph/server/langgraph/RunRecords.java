package io.evergraph.server.langgraph;

import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.langgraph.RunNotes.RunNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

record RunRecords(GraphRuntime runtime, RunNotes notes) {

  RunResource get(ThreadId thread, String runId) {
    return resource(runtime.snapshot(thread), runtime.events(thread, 1), runId);
  }

  private RunResource resource(ThreadSnapshot snapshot, List<RunEvent> all, String runId) {
    ThreadId thread = snapshot.thread();
    List<RunEvent> events = all.stream().filter(event -> event.runs().contains(runId)).toList();
    Optional<RunNote> note = notes.find(thread, runId);
    if (events.isEmpty() && note.isEmpty()) {
      throw new UnknownRunException(thread.value(), runId);
    }
    Instant created =
        note.map(RunNote::acceptedAt)
            .orElseGet(() -> events.isEmpty() ? snapshot.at() : events.get(0).at());
    Instant updated = events.isEmpty() ? created : events.get(events.size() - 1).at();
    return new RunResource(
        runId,
        thread.value(),
        Assistants.idOf(note.map(RunNote::graph).orElse(String.valueOf(snapshot.graph()))),
        WireTime.of(created),
        WireTime.of(updated),
        status(events),
        note.map(RunNote::metadata).orElse(Map.of()),
        note.map(RunNote::multitaskStrategy).orElse("enqueue"),
        Map.of());
  }

  /** Returns the runs of a thread, the latest first; those that wait for their turn too. */
  List<RunResource> all(ThreadId thread) {
    ThreadSnapshot snapshot = runtime.snapshot(thread);
    List<RunEvent> events = runtime.events(thread, 1);
    Set<String> runs = new LinkedHashSet<>();
    events.forEach(event -> runs.addAll(event.runs()));
    runs.addAll(notes.of(thread));
    List<RunResource> found = new ArrayList<>();
    runs.forEach(run -> found.add(0, resource(snapshot, events, run)));
    return found;
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
