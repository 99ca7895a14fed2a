package io.evergraph.graph;

import io.evergraph.error.InvalidInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run that goes on changes of how the last one went; null keeps what held, but for
 * breakpoints: those of a run end with it.
 *
 * @param maxSteps the supersteps that the run may take
 * @param breakpoints where it pauses beside the breakpoints of the graph; null for nowhere else
 * @param context what is passed to the nodes: plain values by name
 * @param tags what the run is marked with
 * @param callOptions what is wanted otherwise than the graph says, by node
 * @param maxConcurrency how many of its tasks may run at once; 0 for no limit
 * @param metadata what is noted on the run; null for nothing
 */
public record RunChanges(
    @Nullable Integer maxSteps,
    @Nullable Breakpoints breakpoints,
    @Nullable Map<String, Object> context,
    @Nullable List<String> tags,
    @Nullable CallOptions callOptions,
    @Nullable Integer maxConcurrency,
    @Nullable Map<String, Object> metadata) {
  /** Everything stays. */
  public static final RunChanges NONE = new RunChanges(null, null, null, null, null, null, null);

  /**
   * Checks the limit.
   *
   * @throws InvalidInputException when it is below 1
   */
  public RunChanges {
    if (maxSteps != null && maxSteps < 1) {
      throw new InvalidInputException(
          "the limit of a run", "at least 1 superstep", String.valueOf(maxSteps));
    }
    context = context == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(context));
    tags = tags == null ? null : tags.stream().filter(Objects::nonNull).toList();
    metadata = metadata == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns these with a limit of supersteps. */
  public RunChanges withMaxSteps(@Nullable Integer limit) {
    return new RunChanges(limit, breakpoints, context, tags, callOptions, maxConcurrency, metadata);
  }

  /** Returns these with breakpoints. */
  public RunChanges withBreakpoints(@Nullable Breakpoints places) {
    return new RunChanges(maxSteps, places, context, tags, callOptions, maxConcurrency, metadata);
  }

  /** Returns these with what is passed to the nodes; it replaces all that was passed before. */
  public RunChanges withContext(@Nullable Map<String, Object> values) {
    return new RunChanges(
        maxSteps, breakpoints, values, tags, callOptions, maxConcurrency, metadata);
  }

  /** Returns these with marks of the run; they replace those before. */
  public RunChanges withTags(@Nullable List<String> marks) {
    return new RunChanges(
        maxSteps, breakpoints, context, marks, callOptions, maxConcurrency, metadata);
  }

  /** Returns these with call options; they replace those before. */
  public RunChanges withCallOptions(@Nullable CallOptions wanted) {
    return new RunChanges(maxSteps, breakpoints, context, tags, wanted, maxConcurrency, metadata);
  }

  /** Returns these with a limit of tasks that run at once. */
  public RunChanges withMaxConcurrency(@Nullable Integer limit) {
    return new RunChanges(maxSteps, breakpoints, context, tags, callOptions, limit, metadata);
  }

  /** Returns these with what is noted on the run; nodes do not see it. */
  public RunChanges withMetadata(@Nullable Map<String, Object> notes) {
    return new RunChanges(maxSteps, breakpoints, context, tags, callOptions, maxConcurrency, notes);
  }

  /** Returns what is noted on the run. */
  public Map<String, Object> notes() {
    return metadata == null ? Map.of() : metadata;
  }
}
