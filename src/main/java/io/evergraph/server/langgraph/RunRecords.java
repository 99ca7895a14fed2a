package io.evergraph.server.langgraph;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

record RunRecords(GraphRuntime runtime) {
  /** What a run can be, as clients of the LangGraph Server know it; no run here is the last. */
  private static final List<String> STATUSES =
      List.of("pending", "running", "success", "error", "interrupted", "timeout");

  private static final Set<String> OPEN = Set.of("pending", "running");
  private static final long FIRST_EVENTS = 64;

  /**
   * A run as its thread shows it.
   *
   * @param graph the graph of the thread
   * @param begun when it began, or was taken in
   * @param events what is known of it, oldest first; empty while it waits for its turn
   * @param isCutOff whether its thread was ended by force
   */
  record Found(
      ThreadId thread,
      String runId,
      String graph,
      RecordedRequest recorded,
      Instant begun,
      List<RunEvent> events,
      boolean isCutOff) {
    RunResource resource() {
      Instant updated = events.isEmpty() ? begun : events.get(events.size() - 1).at();
      return new RunResource(
          runId,
          thread.value(),
          Assistants.idOf(graph),
          WireTime.of(begun),
          WireTime.of(updated),
          status(),
          recorded.metadata(),
          recorded.multitaskStrategy(),
          Map.of());
    }

    /** Cut off, it goes on no more, and does not begin. */
    String status() {
      String status = RunRecords.status(events);
      return isCutOff && OPEN.contains(status) ? "interrupted" : status;
    }
  }

  RunResource get(ThreadId thread, String runId) {
    return find(thread, runId).map(Found::resource).orElseThrow(() -> unknown(thread, runId));
  }

  /** A thread that was read as it was saved may lack a run; the runtime refuses to tell then. */
  private UnknownRunException unknown(ThreadId thread, String runId) {
    RunHandle unused = runtime.run(thread, runId);
    return new UnknownRunException(thread.value(), runId);
  }

  /**
   * Returns a run that has just begun: as its request says, where its thread cannot be read. An
   * error would have the client begin it again.
   */
  RunResource begun(RunPosition run, RunRequest request) {
    try {
      return get(run.thread(), run.runId());
    } catch (GraphException unreadable) {
      String graph = new Assistants(runtime).graph(request.assistantId()).name();
      RecordedRequest recorded = RecordedRequest.of(request, "");
      return new Found(run.thread(), run.runId(), graph, recorded, Instant.now(), List.of(), false)
          .resource();
    }
  }

  /** Returns what whoever began a run said about it; the usual where that is not kept. */
  RecordedRequest recorded(ThreadId thread, String runId) {
    return find(thread, runId).map(Found::recorded).orElseGet(() -> RecordedRequest.read(Map.of()));
  }

  private Optional<Found> find(ThreadId thread, String runId) {
    return latest(thread, run -> run.runId().equals(runId), 1).stream().findFirst();
  }

  /**
   * Returns the latest runs of a thread that are wanted, the latest first; those that wait for
   * their turn too. Reads the events backwards, no further than it has to.
   */
  List<RunResource> latest(ThreadId thread, @Nullable String status, long count) {
    if (status != null && !STATUSES.contains(status)) {
      throw new InvalidInputException(
          "the parameter 'status'", "one of " + STATUSES, "'" + status + "'");
    }
    return latest(thread, run -> status == null || status.equals(run.status()), count).stream()
        .map(Found::resource)
        .toList();
  }

  private List<Found> latest(ThreadId thread, Predicate<Found> wanted, long count) {
    ThreadSnapshot snapshot = runtime.snapshot(thread);
    long from = 0;
    List<Found> found = List.of();
    for (long read = FIRST_EVENTS; from != 1 && found.size() < count; read *= 4) {
      from = Math.max(1, snapshot.lastEvent() + 1 - read);
      found = since(snapshot, from).stream().filter(wanted).limit(count).toList();
    }
    return found;
  }

  /** Returns the runs that have begun since an event, and those that wait. */
  private List<Found> since(ThreadSnapshot snapshot, long from) {
    Map<String, List<RunEvent>> events = new LinkedHashMap<>();
    for (RunEvent event : runtime.events(snapshot.thread(), from)) {
      for (String run : event.runs()) {
        if (from == 1 || begins(event, run) || events.containsKey(run)) {
          events.computeIfAbsent(run, unused -> new ArrayList<>()).add(event);
        }
      }
    }
    List<Found> found = new ArrayList<>();
    events.forEach((run, its) -> found.add(0, begun(snapshot, run, its)));
    for (QueuedRun run : snapshot.queued()) {
      if (!events.containsKey(run.runId())) {
        found.add(0, found(snapshot, run.runId(), run.metadata(), run.at(), List.of()));
      }
    }
    return found;
  }

  /** A run that another one joins has begun before. */
  private static boolean begins(RunEvent event, String run) {
    return event instanceof RunEvent.RunStarted started
        && started.runs().get(started.runs().size() - 1).equals(run);
  }

  private static Found begun(ThreadSnapshot snapshot, String run, List<RunEvent> events) {
    Map<String, Object> metadata =
        events.stream()
            .filter(event -> begins(event, run))
            .findFirst()
            .map(event -> ((RunEvent.RunStarted) event).metadata())
            .orElse(Map.of());
    return found(snapshot, run, metadata, events.get(0).at(), events);
  }

  private static Found found(
      ThreadSnapshot snapshot,
      String run,
      Map<String, Object> metadata,
      Instant begun,
      List<RunEvent> events) {
    return new Found(
        snapshot.thread(),
        run,
        String.valueOf(snapshot.graph()),
        RecordedRequest.read(metadata),
        begun,
        events,
        snapshot.error() instanceof ThreadEndedException);
  }

  RunPosition position(ThreadId thread, String runId) {
    return RunPosition.anywhere(runtime.run(thread, runId));
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
