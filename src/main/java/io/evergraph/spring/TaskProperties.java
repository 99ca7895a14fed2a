package io.evergraph.spring;

import io.evergraph.task.Breaker;
import io.evergraph.task.Capacity;
import io.evergraph.task.PerUser;
import io.evergraph.task.RetryPauses;
import io.evergraph.task.TaskTimeouts;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of tasks of agents, under {@code evergraph.tasks}.
 *
 * @param type where records and limits are
 * @param jdbc the database of {@link TaskPlace#JDBC}; without a URL, that of the application
 * @param limits where limits are, if not with the records
 * @param redisUrl the server of {@link LimitPlace#REDIS}, such as {@code redis://host:6379}
 * @param activityTimeout how long nothing may be seen of a task; it may take three times that in
 *     all
 * @param expiry after which time a process that says nothing counts as killed
 * @param breaker when an agent is given a rest
 * @param user what one user may do
 * @param capacity how much is done at once
 * @param retry how often the start of a run is tried again
 */
@ConfigurationProperties("evergraph.tasks")
public record TaskProperties(
    @DefaultValue("memory") TaskPlace type,
    @DefaultValue EvergraphProperties.Jdbc jdbc,
    @DefaultValue("with-records") LimitPlace limits,
    @DefaultValue("redis://127.0.0.1:6379") String redisUrl,
    @DefaultValue("5m") Duration activityTimeout,
    @DefaultValue("30s") Duration expiry,
    @DefaultValue BreakerRule breaker,
    @DefaultValue UserRule user,
    @DefaultValue CapacityRule capacity,
    @DefaultValue RetryRule retry) {

  /** Kinds of places for records and limits. */
  public enum TaskPlace {
    /** There are no tasks. */
    NONE,
    /** This process, for itself. */
    MEMORY,
    /** A PostgreSQL database, for all processes with it. */
    JDBC
  }

  /** Kinds of places for limits. */
  public enum LimitPlace {
    /** Where the records are. */
    WITH_RECORDS,
    /** A Redis server, for all processes with it. */
    REDIS
  }

  /**
   * When an agent is given a rest.
   *
   * @param window the time that is looked at
   * @param calls with fewer tasks in it, nothing is decided
   * @param failureRate more failures than this part of them open the breaker
   * @param openFor how long nothing passes; then one trial does
   */
  public record BreakerRule(
      @DefaultValue("1m") Duration window,
      @DefaultValue("5") int calls,
      @DefaultValue("0.5") double failureRate,
      @DefaultValue("30s") Duration openFor) {
    Breaker rule() {
      return new Breaker(window, calls, failureRate, openFor);
    }
  }

  /**
   * What one user may do.
   *
   * @param requests how many requests in a window
   * @param window the time after which the count begins anew
   * @param concurrent how many tasks at once
   */
  public record UserRule(
      @DefaultValue("30") int requests,
      @DefaultValue("1m") Duration window,
      @DefaultValue("5") int concurrent) {
    PerUser rule() {
      return new PerUser(requests, window, concurrent);
    }
  }

  /**
   * How much is done at once.
   *
   * @param total how many tasks of all agents
   * @param perAgent how many tasks of one agent
   * @param longestWait how long a request waits for room
   */
  public record CapacityRule(
      @DefaultValue("200") int total,
      @DefaultValue("50") int perAgent,
      @DefaultValue("5s") Duration longestWait) {
    Capacity rule() {
      return new Capacity(total, perAgent, longestWait);
    }
  }

  /**
   * How long to wait before the runtime is asked again when it could not be reached.
   *
   * @param first the first pause; pauses double
   * @param longest the longest pause
   */
  public record RetryRule(
      @DefaultValue("500ms") Duration first, @DefaultValue("5s") Duration longest) {
    RetryPauses rule() {
      return new RetryPauses(first, longest);
    }
  }

  TaskTimeouts timeouts() {
    return TaskTimeouts.activity(activityTimeout);
  }
}
