package io.evergraph.pregel;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a task cost.
 *
 * @param attempts how often the node ran for this result, at least 1; 0 for a task that needed no
 *     run
 * @param duration the time of the last attempt
 * @param usage counters that the node reports, such as model tokens, by name
 * @param cached whether the result was kept from an earlier task, and the node did not run
 */
public record TaskReport(int attempts, Duration duration, Map<String, Long> usage, boolean cached) {
  /** The report of a task that needed no run. */
  public static final TaskReport NONE = new TaskReport(0, Duration.ZERO, Map.of());

  public TaskReport {
    usage = usage.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(usage));
  }

  /** Makes the report of a task whose node ran. */
  public TaskReport(int attempts, Duration duration, Map<String, Long> usage) {
    this(attempts, duration, usage, false);
  }

  /** Returns this report of a task whose result was kept from an earlier one. */
  public TaskReport fromCache() {
    return new TaskReport(attempts, duration, usage, true);
  }

  /** Returns the report of a task without counters. */
  public static TaskReport of(int attempts, Duration duration) {
    return new TaskReport(attempts, duration, Map.of());
  }
}
