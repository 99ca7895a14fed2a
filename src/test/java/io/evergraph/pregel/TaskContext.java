package io.evergraph.pregel;

import io.evergraph.graph.Emitter;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Store;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a node sees in a test: the state of its frame, and the answers given to its task. */
final class TaskContext implements NodeContext {
  private final Checkpoint at;
  private final Task task;
  private State state;
  private final int remainingSteps;
  private final List<Interrupt> open = new ArrayList<>();
  private int asked;

  TaskContext(Checkpoint at, Task task, State state, int remainingSteps) {
    this.at = at;
    this.task = task;
    this.state = state;
    this.remainingSteps = remainingSteps;
  }

  /** Shows what routers see; questions are counted on. */
  TaskContext reading(State other) {
    this.state = other;
    return this;
  }

  List<Interrupt> open() {
    return open;
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public <T> T interrupt(Question<T> question) {
    return ask(Interrupt.countedId(task.id(), asked++), question);
  }

  @Override
  public <T> T interrupt(String key, Question<T> question) {
    return ask(Interrupt.keyedId(task.id(), key), question);
  }

  private <T> T ask(String id, Question<T> question) {
    if (task.answers().containsKey(id)) {
      return question.answerType().cast(task.answers().get(id));
    }
    open.add(
        new Interrupt(
            id,
            task.id(),
            task.namespace(),
            task.node(),
            question.value(),
            null,
            question.metadata(),
            question.expiry(),
            null));
    throw new InterruptSignal(id);
  }

  @Override
  public String thread() {
    return at.thread();
  }

  @Override
  public String runId() {
    return at.lastSegment().orElseThrow().runId();
  }

  @Override
  public String turnId() {
    return at.lastSegment().orElseThrow().turnId();
  }

  @Override
  public String node() {
    return task.node();
  }

  @Override
  public int step() {
    return task.step();
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public NodePolicy policy() {
    return NodePolicy.DEFAULT;
  }

  @Override
  public Optional<NodeFailure> failure() {
    return task.trigger() instanceof Trigger.Handling handling
        ? Optional.of(handling.failure())
        : Optional.empty();
  }

  @Override
  public int remainingSteps() {
    return remainingSteps;
  }

  @Override
  public Map<String, Object> runContext() {
    return at.lastSegment().orElseThrow().settings().context();
  }

  @Override
  public List<String> tags() {
    return at.lastSegment().orElseThrow().settings().tags();
  }

  @Override
  public Map<String, Object> options() {
    return at.lastSegment()
        .orElseThrow()
        .settings()
        .callOptions()
        .of(List.of(task.node()))
        .parameters();
  }

  @Override
  public Store store() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Emitter emitter() {
    return emission -> {};
  }

  @Override
  public String idempotencyKey() {
    return task.id();
  }

  @Override
  public void heartbeat() {}

  @Override
  public void heartbeat(Object details) {}

  @Override
  public <T> Optional<T> lastHeartbeat(Class<T> type) {
    return Optional.empty();
  }

  @Override
  public void usage(String counter, long amount) {}
}
