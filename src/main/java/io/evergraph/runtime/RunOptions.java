package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.OnFailure;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.codec.StateCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run is started.
 *
 * @param runId the id of the run, and of the message that begins it: sent again, it begins nothing
 *     new
 * @param mode whether the thread stays open after the run
 * @param whenBusy what becomes of the input while another run is in progress
 * @param whenInterrupted what becomes of the input while the last run waits or was stopped
 * @param whenEnded what becomes of the input when the thread has ended
 * @param maxSteps the supersteps that the run may take; null takes the graph's limit
 * @param onFailure what becomes of it when a task has failed; null takes the graph's, or that of
 *     the mode
 * @param context what is passed to the nodes: plain values by name
 * @param tags what the run is marked with
 * @param callOptions what is wanted otherwise than the graph says, by node
 * @param breakpoints where it pauses beside the breakpoints of the graph; null for nowhere else
 * @param maxConcurrency how many of its tasks may run at once; 0 for no limit
 * @param metadata what is noted on the run: it stands in the event that begins it, nodes do not see
 *     it
 */
public record RunOptions(
    String runId,
    RunMode mode,
    WhenBusy whenBusy,
    WhenInterrupted whenInterrupted,
    WhenEnded whenEnded,
    @Nullable Integer maxSteps,
    @Nullable OnFailure onFailure,
    Map<String, Object> context,
    List<String> tags,
    CallOptions callOptions,
    @Nullable Breakpoints breakpoints,
    int maxConcurrency,
    Map<String, Object> metadata) {
  /**
   * Checks the id and the limits.
   *
   * @throws InvalidInputException when one of them is none
   */
  public RunOptions {
    GivenId.require(runId, "a run");
    requireLimit(maxSteps == null || maxSteps > 0, "at least 1 superstep", maxSteps);
    requireLimit(maxConcurrency >= 0, "0 or more tasks at once", maxConcurrency);
    context =
        context.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(context));
    tags = List.copyOf(tags);
    metadata =
        metadata.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  private static void requireLimit(boolean holds, String expected, @Nullable Integer found) {
    if (!holds) {
      throw new InvalidInputException("the limit of a run", expected, String.valueOf(found));
    }
  }

  /**
   * Returns these options with values as they are in every process, once they were sent.
   *
   * @throws io.evergraph.error.InvalidValueException when a value has no JSON form
   */
  public RunOptions asSent(StateCodec codec) {
    return new RunOptions(
        runId,
        mode,
        whenBusy,
        whenInterrupted,
        whenEnded,
        maxSteps,
        onFailure,
        codec.plain(context, "the context of a run"),
        tags,
        callOptions.map(options -> options.with(codec.plain(options.parameters(), "a parameter"))),
        breakpoints,
        maxConcurrency,
        codec.plain(metadata, "the metadata of a run"));
  }

  /**
   * Returns a builder that holds the defaults: a new id, a thread that stays open, enqueue while
   * busy, abandon what is open, begin anew where the thread has ended.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the defaults. */
  public static RunOptions defaults() {
    return builder().build();
  }

  /**
   * Returns the settings of a run of the given graph under these options.
   *
   * @throws io.evergraph.error.InvalidInputException when call options are for a node that the
   *     graph does not have
   * @throws io.evergraph.error.UnknownNodeException when a breakpoint is at such a node
   */
  public RunSettings settingsFor(GraphSpec graph) {
    OnFailure byMode = mode == RunMode.THREAD ? OnFailure.PARK : OnFailure.FAIL;
    return new RunSettings(
        Optional.ofNullable(maxSteps).orElse(graph.maxSteps()),
        Optional.ofNullable(onFailure).or(graph.failure()::reaction).orElse(byMode),
        context,
        tags,
        callOptions.requireFor(graph),
        breakpoints == null ? Breakpoints.NONE : breakpoints.requireFor(graph),
        maxConcurrency == 0 ? graph.maxConcurrency() : maxConcurrency,
        null);
  }

  /** Returns what becomes of the input on a thread that is not at rest. */
  public Strategy strategy() {
    return new Strategy(whenBusy, whenInterrupted);
  }

  /** Collects the options of a run. */
  public static final class Builder {
    private String runId = TimeOrderedId.next();
    private RunMode mode = RunMode.THREAD;
    private WhenBusy whenBusy = WhenBusy.ENQUEUE;
    private int maxConcurrency;
    private WhenInterrupted whenInterrupted = WhenInterrupted.ABANDON;
    private WhenEnded whenEnded = WhenEnded.BEGIN_ANEW;
    private @Nullable Integer maxSteps;
    private @Nullable OnFailure onFailure;
    private Map<String, Object> context = Map.of();
    private List<String> tags = List.of();
    private CallOptions callOptions = CallOptions.NONE;
    private @Nullable Breakpoints breakpoints;
    private Map<String, Object> metadata = Map.of();

    private Builder() {}

    /** Sets the id of the run. */
    public Builder runId(String id) {
      this.runId = id;
      return this;
    }

    /** Ends the thread with the run: {@link RunMode#ALONE}. */
    public Builder alone() {
      this.mode = RunMode.ALONE;
      return this;
    }

    /** Sets what becomes of the input while another run is in progress. */
    public Builder whenBusy(WhenBusy strategy) {
      this.whenBusy = strategy;
      return this;
    }

    /** Sets what becomes of the input while the last run waits for answers or was stopped. */
    public Builder whenInterrupted(WhenInterrupted strategy) {
      this.whenInterrupted = strategy;
      return this;
    }

    /** Sets what becomes of the input when the thread has ended. */
    public Builder whenEnded(WhenEnded strategy) {
      this.whenEnded = strategy;
      return this;
    }

    /** Sets the supersteps that the run may take. */
    public Builder maxSteps(int limit) {
      this.maxSteps = limit;
      return this;
    }

    /** Sets what becomes of the run when a task has failed. */
    public Builder onFailure(OnFailure reaction) {
      this.onFailure = reaction;
      return this;
    }

    /** Sets what is passed to the nodes. */
    public Builder context(Map<String, Object> values) {
      this.context = values;
      return this;
    }

    /** Sets what the run is marked with. */
    public Builder tags(List<String> marks) {
      this.tags = marks;
      return this;
    }

    /** Sets what is wanted otherwise than the graph says. */
    public Builder callOptions(CallOptions wanted) {
      this.callOptions = wanted;
      return this;
    }

    /** Sets where the run pauses, instead of where its graph says; subgraphs keep their own. */
    public Builder breakpoints(Breakpoints places) {
      this.breakpoints = places;
      return this;
    }

    /** Sets how many tasks of the run may run at once; 0, the default, sets no limit. */
    public Builder maxConcurrency(int limit) {
      this.maxConcurrency = limit;
      return this;
    }

    /** Sets what is noted on the run. */
    public Builder metadata(Map<String, Object> notes) {
      this.metadata = notes;
      return this;
    }

    /** Returns the options. */
    public RunOptions build() {
      return new RunOptions(
          runId,
          mode,
          whenBusy,
          whenInterrupted,
          whenEnded,
          maxSteps,
          onFailure,
          context,
          tags,
          callOptions,
          breakpoints,
          maxConcurrency,
          metadata);
    }
  }
}
