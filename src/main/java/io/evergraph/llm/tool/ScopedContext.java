package io.evergraph.llm.tool;

import io.evergraph.graph.Emitter;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Store;
import io.evergraph.state.State;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The context of a task as a part of it sees it: with another state, and for a part that is not the
 * first, with a key of its own and without questions. A question would run again what was done
 * before it: the part is stopped instead, {@link #isLate()} says so, and the task ends there with
 * what it has, to go on in another one.
 */
public final class ScopedContext implements NodeContext {
  private final NodeContext task;
  private final State state;
  private final Optional<String> key;
  private final boolean begun;
  private boolean late;

  private ScopedContext(NodeContext task, State state, Optional<String> key, boolean begun) {
    this.task = Objects.requireNonNull(task, "task");
    this.state = Objects.requireNonNull(state, "state");
    this.key = key;
    this.begun = begun;
  }

  /** Returns the context of a task with another state. */
  public static ScopedContext of(NodeContext task, State state) {
    return new ScopedContext(task, state, Optional.empty(), false);
  }

  /** Returns this view with a key of its own; heartbeats only say that it lives. */
  public ScopedContext keyed(String own) {
    return new ScopedContext(task, state, Optional.of(own), begun);
  }

  /** Returns this view of a part that comes after another: its questions are too late. */
  public ScopedContext begun() {
    return new ScopedContext(task, state, key, true);
  }

  /** Returns whether the part has asked too late. */
  public boolean isLate() {
    return late;
  }

  private InterruptSignal late() {
    late = true;
    return new InterruptSignal("of node '" + task.node() + "'");
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public <T> T interrupt(Question<T> question) {
    if (begun) {
      throw late();
    }
    return task.interrupt(question);
  }

  @Override
  public <T> T interrupt(String name, Question<T> question) {
    if (begun) {
      throw late();
    }
    return task.interrupt(name, question);
  }

  @Override
  public String idempotencyKey() {
    return key.orElseGet(task::idempotencyKey);
  }

  @Override
  public void heartbeat(Object details) {
    if (key.isPresent()) {
      task.heartbeat();
    } else {
      task.heartbeat(details);
    }
  }

  @Override
  public <T> Optional<T> lastHeartbeat(Class<T> type) {
    return key.isPresent() ? Optional.empty() : task.lastHeartbeat(type);
  }

  @Override
  public String thread() {
    return task.thread();
  }

  @Override
  public String runId() {
    return task.runId();
  }

  @Override
  public String turnId() {
    return task.turnId();
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
    return task.attempt();
  }

  @Override
  public NodePolicy policy() {
    return task.policy();
  }

  @Override
  public Optional<NodeFailure> failure() {
    return task.failure();
  }

  @Override
  public int remainingSteps() {
    return task.remainingSteps();
  }

  @Override
  public Map<String, Object> runContext() {
    return task.runContext();
  }

  @Override
  public List<String> tags() {
    return task.tags();
  }

  @Override
  public Map<String, Object> options() {
    return task.options();
  }

  @Override
  public Store store() {
    return task.store();
  }

  @Override
  public Emitter emitter() {
    return task.emitter();
  }

  @Override
  public void usage(String counter, long amount) {
    task.usage(counter, amount);
  }

  @Override
  public void heartbeat() {
    task.heartbeat();
  }
}
