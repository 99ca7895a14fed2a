package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import java.util.Optional;
import java.util.function.Function;

record RunStarter(
    GraphRuntime runtime, Assistants assistants, RunRecords records, StartAdmission admission) {

  RunPosition start(ThreadId thread, RunRequest request, IdempotencyKey key) {
    return admission.admit(() -> once(thread, request, key, run -> run.onThread(key)));
  }

  RunPosition startAlone(RunRequest request, IdempotencyKey key) {
    if (request.input() == null || request.command() != null) {
      throw new InvalidInputException(
          "a run without a thread", "an 'input' (answers go to the thread of their run)", "none");
    }
    return admission.admit(() -> once(key.thread("/runs"), request, key, RunLaunch::alone));
  }

  private RunPosition once(
      ThreadId thread,
      RunRequest request,
      IdempotencyKey key,
      Function<RunLaunch, RunPosition> launcher) {
    Graph graph = assistants.graph(request.assistantId());
    String runId = key.run(thread);
    RecordedRequest recorded =
        RecordedRequest.of(request, key.isGiven() ? ContentHash.hex(request) : "");
    Optional<RunHandle> taken = key.isGiven() ? taken(thread, runId, recorded) : Optional.empty();
    return taken
        .map(RunPosition::anywhere)
        .orElseGet(
            () -> begun(launcher, new RunLaunch(runtime, thread, graph, runId, request, recorded)));
  }

  /** A start without a reply may have been taken: then an error would make the client repeat it. */
  private RunPosition begun(Function<RunLaunch, RunPosition> launcher, RunLaunch launch) {
    try {
      return launcher.apply(launch);
    } catch (RuntimeUnavailableException silent) {
      return find(launch.thread(), launch.runId())
          .map(RunPosition::anywhere)
          .orElseThrow(() -> silent);
    }
  }

  private Optional<RunHandle> taken(ThreadId thread, String runId, RecordedRequest recorded) {
    Optional<RunHandle> taken = find(thread, runId);
    if (taken.isPresent() && isOther(records.recorded(thread, runId).body(), recorded.body())) {
      throw new InvalidInputException(
          "the body of a request with a known '" + IdempotencyKey.HEADER + "'",
          "the one that came with it before",
          "another");
    }
    return taken;
  }

  private static boolean isOther(String known, String body) {
    return !known.isEmpty() && !known.equals(body);
  }

  private Optional<RunHandle> find(ThreadId thread, String runId) {
    try {
      return Optional.of(runtime.run(thread, runId));
    } catch (UnknownRunException | UnknownThreadException fresh) {
      return Optional.empty();
    }
  }
}
