package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.RunChanges;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a run goes, decided when it begins; an answer's run inherits those of the run that asked.
 *
 * @param maxSteps the supersteps that the run may take
 * @param onFailure what becomes of it when a task has failed
 * @param context what the caller passes to the nodes: plain values by name
 * @param tags what the caller marks the run with
 * @param callOptions what the caller wants otherwise than the graph says
 * @param breakpoints where it pauses beside the breakpoints of its graphs
 * @param maxConcurrency how many of its tasks may run at once; 0 for no limit
 * @param caller the task of another thread that it works for; null for none
 */
public record RunSettings(
    int maxSteps,
    OnFailure onFailure,
    Map<String, Object> context,
    List<String> tags,
    CallOptions callOptions,
    Breakpoints breakpoints,
    int maxConcurrency,
    @Nullable Caller caller) {
  public RunSettings {
    if (maxSteps < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 superstep but found " + maxSteps + ".");
    }
    if (maxConcurrency < 0) {
      throw new IllegalArgumentException(
          "Expected 0 or more tasks at once but found " + maxConcurrency + ".");
    }
    context =
        context.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(context));
    tags = List.copyOf(tags);
    callOptions = Objects.requireNonNullElse(callOptions, CallOptions.NONE);
    breakpoints = Objects.requireNonNullElse(breakpoints, Breakpoints.NONE);
  }

  /** Returns settings without context and tags. */
  public static RunSettings of(int maxSteps, OnFailure onFailure) {
    return new RunSettings(
        maxSteps, onFailure, Map.of(), List.of(), CallOptions.NONE, Breakpoints.NONE, 0, null);
  }

  /** Returns these settings with another limit. */
  public RunSettings withMaxSteps(int limit) {
    return new RunSettings(
        limit, onFailure, context, tags, callOptions, breakpoints, maxConcurrency, caller);
  }

  /** Returns these settings with other breakpoints. */
  public RunSettings withBreakpoints(Breakpoints other) {
    return new RunSettings(
        maxSteps, onFailure, context, tags, callOptions, other, maxConcurrency, caller);
  }

  /** Returns these settings with a limit of tasks that run at once. */
  public RunSettings withMaxConcurrency(int limit) {
    return new RunSettings(
        maxSteps, onFailure, context, tags, callOptions, breakpoints, limit, caller);
  }

  /** Returns these settings of a run that works for a task of another thread; null for none. */
  public RunSettings calledBy(@Nullable Caller other) {
    return new RunSettings(
        maxSteps, onFailure, context, tags, callOptions, breakpoints, maxConcurrency, other);
  }

  /** Returns where this run stands on the threads that it works for, the nearest one first. */
  public List<CallSite> sites() {
    return caller == null ? List.of() : caller.sites();
  }

  /** Whoever gives a thread a new input that works for a task: it still does. */
  RunSettings calledBy(Optional<Segment> last) {
    return caller != null
        ? this
        : calledBy(last.map(segment -> segment.settings().caller()).orElse(null));
  }

  /**
   * Returns these settings as a run that goes on changes them.
   *
   * @throws io.evergraph.error.InvalidInputException when call options are for a node that the
   *     graph does not have
   */
  RunSettings changedBy(RunChanges changes, GraphSpec graph) {
    CallOptions wanted = changes.callOptions();
    return new RunSettings(
        Objects.requireNonNullElse(changes.maxSteps(), maxSteps),
        onFailure,
        Objects.requireNonNullElse(changes.context(), context),
        Objects.requireNonNullElse(changes.tags(), tags),
        wanted == null ? callOptions : wanted.requireFor(graph),
        Objects.requireNonNullElse(changes.breakpoints(), Breakpoints.NONE),
        Objects.requireNonNullElse(changes.maxConcurrency(), maxConcurrency),
        caller);
  }

  /** Returns how many tasks of a call that has a thread of its own may run at once; 0: all. */
  int maxConcurrencyOf(GraphSpec called) {
    return IntStream.of(maxConcurrency, called.maxConcurrency())
        .filter(limit -> limit > 0)
        .min()
        .orElse(0);
  }

  /** Returns whether so many tasks leave room for one more. */
  boolean hasRoomBeside(int running) {
    return maxConcurrency == 0 || running < maxConcurrency;
  }
}
