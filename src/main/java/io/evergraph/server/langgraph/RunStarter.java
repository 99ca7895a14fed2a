package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.IdempotencyKey;
import io.evergraph.server.OverloadedException;
import io.evergraph.server.StartLimit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Begins the runs that requests ask for: only so many at once, and each request with a key once.
 * Who finds no place in time is refused before anything begins.
 */
final class RunStarter {
  private final GraphRuntime runtime;
  private final Assistants assistants;
  private final RunRecords records;
  private final StartLimit limit;
  private final Semaphore places;

  RunStarter(
      GraphRuntime runtime,
      Assistants assistants,
      RunRecords records,
      ObjectProvider<StartLimit> limit) {
    this.runtime = runtime;
    this.assistants = assistants;
    this.records = records;
    this.limit = limit.getIfAvailable(() -> StartLimit.of(StartLimit.USUAL));
    this.places = new Semaphore(this.limit.atOnce(), true);
  }

  RunPosition start(ThreadId thread, RunRequest request, IdempotencyKey key) {
    return admitted(() -> once(thread, request, key, run -> run.onThread(key)));
  }

  RunPosition startAlone(RunRequest request, IdempotencyKey key) {
    if (request.input() == null || request.command() != null) {
      throw new InvalidInputException(
          "a run without a thread", "an 'input' (answers go to the thread of their run)", "none");
    }
    if (request.checkpointId() != null) {
      throw new InvalidInputException(
          "a run without a thread",
          "no 'checkpoint_id' (POST /threads/{thread_id}/runs begins at one)",
          "'" + request.checkpointId() + "'");
    }
    return admitted(() -> once(key.thread("/runs"), request, key, RunLaunch::alone));
  }

  private RunPosition admitted(Supplier<RunPosition> start) {
    try {
      if (!places.tryAcquire(limit.longestWait().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OverloadedException(limit.atOnce());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(limit.atOnce());
    }
    try {
      return start.get();
    } finally {
      places.release();
    }
  }

  /** A start without a reply may have been taken: then an error would make the client repeat it. */
  private RunPosition once(
      ThreadId thread,
      RunRequest request,
      IdempotencyKey key,
      Function<RunLaunch, RunPosition> start) {
    Graph graph = assistants.graph(request.assistantId());
    String runId = key.run(thread);
    String body = key.isGiven() ? ContentHash.hex(request) : "";
    RecordedRequest recorded = RecordedRequest.of(request, body);
    Optional<RunPosition> taken = body.isEmpty() ? Optional.empty() : taken(thread, runId, body);
    if (taken.isPresent()) {
      return taken.get();
    }
    try {
      return start.apply(new RunLaunch(runtime, thread, graph, runId, request, recorded));
    } catch (RuntimeUnavailableException silent) {
      return find(thread, runId).orElseThrow(() -> silent);
    }
  }

  private Optional<RunPosition> taken(ThreadId thread, String runId, String body) {
    Optional<RunPosition> taken = find(thread, runId);
    if (taken.isPresent() && isOther(records.recorded(thread, runId).body(), body)) {
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

  private Optional<RunPosition> find(ThreadId thread, String runId) {
    try {
      return Optional.of(records.position(thread, runId));
    } catch (UnknownRunException | UnknownThreadException fresh) {
      return Optional.empty();
    }
  }
}
