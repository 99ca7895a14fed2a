package io.evergraph.server.langgraph;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.langgraph.RunNotes.RunNote;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record RunStarter(GraphRuntime runtime, Assistants assistants, RunNotes notes) {

  RunPosition start(ThreadId thread, RunRequest request, IdempotencyKey key) {
    StreamModes modes = request.modes();
    Graph graph = assistants.graph(request.assistantId());
    ThreadSnapshot before = request.createsThread() ? openThread(thread) : runtime.snapshot(thread);
    requireSameGraph(before, graph);
    String runId = key.run(thread);
    Optional<RunHandle> taken = taken(thread, runId, request, key);
    if (taken.isPresent()) {
      return RunPosition.anywhere(taken.get());
    }
    ThreadSnapshot start = moved(before, request, key.edit(thread));
    RunHandle run = launch(start, graph, runId, request);
    note(thread, runId, graph, request, modes, key);
    return new RunPosition(run, request.continues() ? 1 : start.lastEvent() + 1);
  }

  /** Another body under the same key is only seen by the server that took the first. */
  private Optional<RunHandle> taken(
      ThreadId thread, String runId, RunRequest request, IdempotencyKey key) {
    if (!key.isGiven()) {
      return Optional.empty();
    }
    notes.find(thread, runId).ifPresent(known -> requireSame(known, request));
    try {
      return Optional.of(runtime.run(thread, runId));
    } catch (UnknownRunException | UnknownThreadException fresh) {
      return Optional.empty();
    }
  }

  private static void requireSame(RunNote known, RunRequest request) {
    if (!known.body().equals(ContentHash.hex(request))) {
      throw new InvalidInputException(
          "the body of a request with a known '" + IdempotencyKey.HEADER + "'",
          "the one that came with it before",
          "another");
    }
  }

  private void note(
      ThreadId thread,
      String runId,
      Graph graph,
      RunRequest request,
      StreamModes modes,
      IdempotencyKey key) {
    notes.add(
        new RunNote(
            thread,
            runId,
            graph.name(),
            Instant.now(),
            request.metadata(),
            request.multitaskStrategy(),
            modes,
            key.isGiven() ? ContentHash.hex(request) : ""));
  }

  RunPosition startAlone(RunRequest request, IdempotencyKey key) {
    StreamModes modes = request.modes();
    Map<String, @Nullable Object> values = request.input();
    if (values == null || request.command() != null) {
      throw new InvalidInputException(
          "a run without a thread", "an 'input' (answers go to the thread of their run)", "none");
    }
    Graph graph = assistants.graph(request.assistantId());
    ThreadId thread = key.thread("/runs");
    String runId = key.run(thread);
    Optional<RunHandle> taken = taken(thread, runId, request, key);
    if (taken.isPresent()) {
      return RunPosition.anywhere(taken.get());
    }
    StateUpdate input = runtime.codec().update(values, graph.schema(), "the input");
    RunOptions options = options(graph, runId, request).alone().build();
    RunHandle run = runtime.start(graph.name(), thread, input, options);
    note(thread, runId, graph, request, modes, key);
    return RunPosition.anywhere(run);
  }

  private ThreadSnapshot openThread(ThreadId thread) {
    try {
      return runtime.snapshot(thread);
    } catch (UnknownThreadException absent) {
      return create(thread);
    }
  }

  private ThreadSnapshot create(ThreadId thread) {
    try {
      return runtime.create(thread, Map.of());
    } catch (ThreadExistsException createdMeanwhile) {
      return runtime.snapshot(thread);
    }
  }

  private static void requireSameGraph(ThreadSnapshot before, Graph graph) {
    String bound = before.graph();
    if (bound != null && !bound.equals(graph.name())) {
      throw new GraphMismatchException(before.thread().value(), bound, graph.name());
    }
  }

  /**
   * Moves the thread to the checkpoint where the run begins: without input by a fork, with input or
   * answers by a rollback.
   */
  private ThreadSnapshot moved(ThreadSnapshot before, RunRequest request, String orderId) {
    String id = request.checkpointId();
    if (id == null) {
      return before;
    }
    long checkpoint = CheckpointIds.number(before.thread(), id);
    boolean latest = checkpoint == before.checkpoint();
    if (request.command() != null || request.input() != null) {
      return latest ? before : runtime.rollback(before.thread(), orderId, checkpoint);
    }
    return latest && !before.next().isEmpty()
        ? before
        : runtime.fork(before.thread(), orderId, Fork.of(checkpoint));
  }

  private RunHandle launch(ThreadSnapshot before, Graph graph, String runId, RunRequest request) {
    if (request.command() != null) {
      requireBound(before, "an answer");
      Steering steering = steering(graph, request).with(update(graph, request.command()));
      Route[] routes = routes(graph, request.command());
      return runtime.resume(
          before.thread(), runId, request.command().answers(), steering.to(routes));
    }
    if (request.input() == null) {
      requireBound(before, "a run without input");
      return runtime.resume(before.thread(), runId, List.of(), steering(graph, request));
    }
    StateUpdate input = runtime.codec().update(request.input(), graph.schema(), "the input");
    RunOptions options = options(graph, runId, request).build();
    return runtime.start(graph.name(), before.thread(), input, options);
  }

  private static Steering steering(Graph graph, RunRequest request) {
    return Steering.NONE
        .withMaxSteps(request.command() == null ? request.config().recursionLimit() : null)
        .withBreakpoints(request.breakpoints(graph.spec().breakpoints()));
  }

  private StateUpdate update(Graph graph, RunCommand command) {
    return new StateUpdate(
        command.update().stream()
            .map(values -> runtime.codec().update(values, graph.schema(), "the command"))
            .flatMap(update -> update.writes().stream())
            .toList());
  }

  private Route[] routes(Graph graph, RunCommand command) {
    return command.routes().stream().map(target -> route(graph, target)).toArray(Route[]::new);
  }

  private Route route(Graph graph, RunCommand.Target target) {
    return target.input() == null
        ? Route.to(target.node())
        : Route.send(
            target.node(), runtime.codec().update(target.input(), graph.schema(), "a send"));
  }

  private static void requireBound(ThreadSnapshot before, String action) {
    if (before.graph() == null) {
      throw new NothingToResumeException(before.thread().value(), action);
    }
  }

  private static RunOptions.Builder options(Graph graph, String runId, RunRequest request) {
    RunOptions.Builder options =
        RunOptions.builder()
            .runId(runId)
            .whenBusy(request.whenBusy())
            .context(request.runContext())
            .tags(request.config().tags())
            .callOptions(request.config().callOptions());
    Breakpoints breakpoints = request.breakpoints(graph.spec().breakpoints());
    if (breakpoints != null) {
      options.breakpoints(breakpoints);
    }
    Integer atOnce = request.config().maxConcurrency();
    if (atOnce != null) {
      options.maxConcurrency(atOnce);
    }
    Integer limit = request.config().recursionLimit();
    return limit == null ? options : options.maxSteps(limit);
  }
}
