package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects how an orchestrator admits and where it keeps records. */
public final class OrchestratorBuilder {
  private static final Duration SHORTEST_EXPIRY = Duration.ofMillis(30);

  final GraphRuntime runtime;
  final Map<String, BeforeHook> before = new LinkedHashMap<>();
  final List<AfterHook> after = new ArrayList<>();
  Breaker breaker = Breaker.standard();
  PerUser perUser = PerUser.standard();
  Capacity capacity = Capacity.standard();
  TaskTimeouts timeouts = TaskTimeouts.standard();
  RetryPauses pauses = RetryPauses.standard();
  TaskRecords records = new LocalTaskRecords();
  AdmissionLimits limits = new LocalAdmissionLimits();
  Duration expiry = Duration.ofSeconds(30);
  Clock clock = Clock.systemUTC();

  OrchestratorBuilder(GraphRuntime runtime) {
    this.runtime = runtime;
  }

  /** Sets when an agent is given a rest. */
  public OrchestratorBuilder breaker(Breaker rule) {
    this.breaker = rule;
    return this;
  }

  /** Sets what one user may do. */
  public OrchestratorBuilder perUser(PerUser rule) {
    this.perUser = rule;
    return this;
  }

  /** Sets how much is done at once. */
  public OrchestratorBuilder capacity(Capacity rule) {
    this.capacity = rule;
    return this;
  }

  /** Sets how long a task may take. */
  public OrchestratorBuilder timeouts(TaskTimeouts rule) {
    this.timeouts = rule;
    return this;
  }

  /** Sets how long to wait before the runtime is asked again when it could not be reached. */
  public OrchestratorBuilder retry(RetryPauses rule) {
    this.pauses = rule;
    return this;
  }

  /** Sets where records are kept; in this process unless set. */
  public OrchestratorBuilder records(TaskRecords place) {
    this.records = place;
    return this;
  }

  /** Sets what counts requests and tasks; this process for itself unless set. */
  public OrchestratorBuilder limits(AdmissionLimits counter) {
    this.limits = counter;
    return this;
  }

  /**
   * Adds a hook that sees requests before their record, after those added before.
   *
   * @param name what a refusal calls it
   * @throws InvalidInputException when another hook has this name
   */
  public OrchestratorBuilder before(String name, BeforeHook hook) {
    if (before.putIfAbsent(name, hook) != null) {
      throw new InvalidInputException(
          "the name of a hook before tasks", "one that no other has", "'" + name + "' again");
    }
    return this;
  }

  /** Adds a hook that sees tasks when their work stops, after those added before. */
  public OrchestratorBuilder after(AfterHook hook) {
    after.add(hook);
    return this;
  }

  /**
   * Sets after which time a process that says nothing counts as killed: its places are given back
   * and its tasks are taken over. 30 s unless set.
   *
   * @throws InvalidInputException when it is shorter than 30 ms
   */
  public OrchestratorBuilder expiry(Duration time) {
    if (time.compareTo(SHORTEST_EXPIRY) < 0) {
      throw new InvalidInputException(
          "the expiry of tasks", "at least " + SHORTEST_EXPIRY, time.toString());
    }
    this.expiry = time;
    return this;
  }

  /** Sets the clock of the circuit breakers. */
  public OrchestratorBuilder clock(Clock time) {
    this.clock = time;
    return this;
  }

  /** Returns the orchestrator; it is to be closed. */
  public AgentTaskOrchestrator build() {
    return new AgentTaskOrchestrator(this);
  }
}
