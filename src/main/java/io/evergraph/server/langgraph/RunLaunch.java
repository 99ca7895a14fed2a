package io.evergraph.server.langgraph;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run that a request asks for. */
record RunLaunch(
    GraphRuntime runtime,
    ThreadId thread,
    Graph graph,
    String runId,
    RunRequest request,
    RecordedRequest recorded) {

  RunPosition alone() {
    return RunPosition.anywhere(start(RunMode.ALONE));
  }

  private RunHandle start(RunMode mode) {
    Map<String, @Nullable Object> values = Objects.requireNonNull(request.input());
    StateUpdate input = runtime.codec().update(values, graph.schema(), "the input");
    RunOptions options = request.options(runId, mode, recorded);
    return runtime.start(graph.name(), thread, input, options);
  }

  /**
   * Starts the run, or goes on. The thread itself refuses what does not fit it, so that it is
   * looked at only where it may have to be made or moved, and where an input's first event has a
   * number.
   */
  RunPosition onThread(IdempotencyKey key) {
    RunCommand command = request.command();
    if (command != null || request.input() == null) {
      if (request.createsThread() || request.checkpointId() != null) {
        ThreadSnapshot unused = moved(key);
      }
      List<Answer> answers = command == null ? List.of() : command.answers();
      return RunPosition.anywhere(
          runtime.resume(thread, graph.name(), runId, answers, steering(command)));
    }
    ThreadSnapshot before = moved(key);
    RunHandle run = start(RunMode.THREAD);
    return key.isGiven() // another request with the key may have begun it before
        ? RunPosition.anywhere(run)
        : new RunPosition(run, before.lastEvent() + 1);
  }

  /**
   * Moves the thread to the checkpoint where the run begins: without input by a fork, with input or
   * answers by a rollback.
   */
  private ThreadSnapshot moved(IdempotencyKey key) {
    ThreadSnapshot before = request.createsThread() ? opened() : runtime.snapshot(thread);
    requireSameGraph(before);
    String id = request.checkpointId();
    if (id == null) {
      return before;
    }
    long checkpoint = CheckpointIds.number(thread, id);
    boolean latest = checkpoint == before.checkpoint();
    if (request.command() != null || request.input() != null) {
      return latest ? before : runtime.rollback(thread, key.edit(thread), checkpoint);
    }
    return latest && !before.next().isEmpty()
        ? before
        : runtime.fork(thread, key.edit(thread), Fork.of(checkpoint));
  }

  private ThreadSnapshot opened() {
    try {
      return runtime.snapshot(thread);
    } catch (UnknownThreadException absent) {
      return create();
    }
  }

  private ThreadSnapshot create() {
    try {
      return runtime.create(thread, Map.of());
    } catch (ThreadExistsException createdMeanwhile) {
      return runtime.snapshot(thread);
    }
  }

  private void requireSameGraph(ThreadSnapshot before) {
    String bound = before.graph();
    if (bound != null && !bound.equals(graph.name())) {
      throw new GraphMismatchException(thread.value(), bound, graph.name());
    }
  }

  private Steering steering(@Nullable RunCommand command) {
    Steering steering = Steering.changing(request.changes(recorded));
    if (command == null) {
      return steering;
    }
    StateCodec codec = runtime.codec();
    StateUpdate update =
        command.update().stream()
            .map(values -> codec.update(values, graph.schema(), "the command"))
            .reduce(StateUpdate.empty(), StateUpdate::and);
    return steering
        .with(update)
        .to(command.routes().stream().map(this::route).toArray(Route[]::new));
  }

  private Route route(RunCommand.Target target) {
    return target.input() == null
        ? Route.to(target.node())
        : Route.send(
            target.node(), runtime.codec().update(target.input(), graph.schema(), "a send"));
  }
}
