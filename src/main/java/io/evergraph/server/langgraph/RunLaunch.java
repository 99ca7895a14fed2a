package io.evergraph.server.langgraph;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.server.IdempotencyKey;
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
    RunOptions options = request.options(runId, RunMode.ALONE, recorded);
    return RunPosition.anywhere(runtime.start(graph.name(), thread, input(), options));
  }

  private StateUpdate input() {
    Map<String, @Nullable Object> values = Objects.requireNonNull(request.input());
    StateUpdate input = runtime.codec().update(values, graph.schema(), "the input");
    // a thread checks what it starts with, but only after it was moved to a checkpoint
    if (request.checkpointId() != null) {
      StateUpdate unused = new ValueCheck(runtime.codec(), graph, "the input").input(input);
    }
    return input;
  }

  /**
   * Starts the run, or goes on. The thread itself refuses what does not fit it, so that it is
   * looked at only where it may have to be made or moved, and where an input's first event has a
   * number. What cannot be read, or names nodes that are not there, moves nothing.
   */
  RunPosition onThread(IdempotencyKey key) {
    RunCommand command = request.command();
    if (command != null || request.input() == null) {
      Steering steering = steering(command);
      if (request.createsThread() || request.checkpointId() != null) {
        ThreadSnapshot unused = moved(key);
      }
      List<Answer> answers = command == null ? List.of() : command.answers();
      return RunPosition.anywhere(runtime.resume(thread, graph.name(), runId, answers, steering));
    }
    StateUpdate input = input();
    RunOptions options = options();
    ThreadSnapshot before = moved(key);
    RunHandle run = runtime.start(graph.name(), thread, input, options);
    return key.isGiven() // another request with the key may have begun it before
        ? RunPosition.anywhere(run)
        : new RunPosition(run, before.lastEvent() + 1);
  }

  private RunOptions options() {
    return request.options(runId, RunMode.THREAD, recorded);
  }

  /**
   * Moves the thread to the checkpoint where the run begins: without input by a fork, with input or
   * answers by a rollback.
   */
  private ThreadSnapshot moved(IdempotencyKey key) {
    String id = request.checkpointId();
    if (id != null) {
      RunSettings unused = options().settingsFor(graph.spec());
    }
    ThreadSnapshot before = request.createsThread() ? opened() : runtime.snapshot(thread);
    requireSameGraph(before);
    if (id == null) {
      return before;
    }
    long checkpoint = CheckpointIds.number(thread, id);
    boolean latest = checkpoint == before.checkpoint();
    RunCommand command = request.command();
    if (command != null || request.input() != null) {
      if (command != null && !latest) {
        requireFitting(command, runtime.snapshot(thread, checkpoint));
      }
      return latest ? before : runtime.rollback(thread, key.move(thread, checkpoint), checkpoint);
    }
    return latest && !before.next().isEmpty()
        ? before
        : runtime.fork(thread, key.move(thread, checkpoint), Fork.of(checkpoint));
  }

  /**
   * A thread that was moved would stay where the command is refused. A checkpoint inside or beside
   * a subgraph does not tell all questions that are open there: then the thread itself refuses.
   */
  private void requireFitting(RunCommand command, ThreadSnapshot there) {
    if (graph.spec().nodes().stream().noneMatch(SubgraphNode.class::isInstance)) {
      requireFitting(command.answers(), there.interrupts());
    }
    List<String> nodes = graph.spec().nodeNames();
    for (RunCommand.Target target : command.routes()) {
      if (!target.node().equals(Graph.END) && !nodes.contains(target.node())) {
        throw new UnknownTargetException("a command", target.node(), nodes);
      }
    }
  }

  private void requireFitting(List<Answer> answers, List<Interrupt> asked) {
    List<String> ids = asked.stream().map(Interrupt::id).toList();
    for (Answer answer : answers) {
      if (answer instanceof Answer.Value given && !isAmong(given.interruptId(), ids)) {
        throw new UnknownInterruptException(
            thread.value(), AnswerSchemas.named(List.of(given)), ids);
      }
    }
    new AnswerSchemas(runtime.codec()).check(asked, answers);
  }

  private static boolean isAmong(@Nullable String id, List<String> asked) {
    return id == null ? !asked.isEmpty() : asked.contains(id);
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
      return runtime.create(thread, request.metadata());
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
