package io.evergraph.agent.hook;

import io.evergraph.graph.Emitter;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Store;
import io.evergraph.state.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The context of a task that sees another state: with what hooks wrote before it. */
record StateView(NodeContext task, State state) implements NodeContext {
  @Override
  public <T> T interrupt(Question<T> question) {
    return task.interrupt(question);
  }

  @Override
  public <T> T interrupt(String key, Question<T> question) {
    return task.interrupt(key, question);
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
  public String idempotencyKey() {
    return task.idempotencyKey();
  }

  @Override
  public void heartbeat(Object details) {
    task.heartbeat(details);
  }

  @Override
  public <T> Optional<T> lastHeartbeat(Class<T> type) {
    return task.lastHeartbeat(type);
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
