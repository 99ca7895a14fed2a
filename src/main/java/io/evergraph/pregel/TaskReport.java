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
 */
public record TaskReport(int attempts, Duration duration, Map<String, Long> usage) {
  /** The report of a task that needed no run. */
  public static final TaskReport NONE = new TaskReport(0, Duration.ZERO, Map.of());

  /** Copies the counters. */
  public TaskReport {
    usage = usage.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(usage));
  }

  /** Returns the report of a task without counters. */
  public static TaskReport of(int attempts, Duration duration) {
    return new TaskReport(attempts, duration, Map.of());
  }
}
