package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Graph;
import io.evergraph.graph.OnFailure;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.ChildCall;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A new input for a thread, as JSON: {@code {"graph":"refunds","input":{"customer":"Ada"}}}.
 *
 * @param input values by channel, or a list of writes
 * @param runId the id of the run that begins; null lets the receiver choose
 * @param mode whether the thread stays open; null stands for {@link RunMode#ALONE} in the arguments
 *     of a start, for {@link RunMode#THREAD} in an update
 * @param whenBusy what becomes of it while another run is in progress; null waits
 * @param whenInterrupted what becomes of it while the last run waits or was stopped; null abandons
 *     what is open
 * @param maxSteps the supersteps that the run may take; null takes the graph's limit
 * @param onFailure what becomes of the run when a task has failed; null leaves it to graph and mode
 * @param callOptions what is wanted otherwise than the graph says, by node; null for nothing
 * @param breakpoints where the run pauses beside the breakpoints of the graph; null for nowhere
 *     else
 * @param maxConcurrency how many tasks of the run may run at once; null for no limit
 * @param metadata what is noted on the run; null for nothing
 * @param version the version of the graph that the sender has; null where it has none
 * @param fingerprint the fingerprint of that graph; null leaves it unchecked
 * @param caller the task of another thread that the run works for; null for none
 */
@JsonTypeName("submit")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SubmitMessage(
    @Nullable String graph,
    @Nullable JsonNode input,
    @Nullable String runId,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES) @Nullable RunMode mode,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES)
        @Nullable WhenBusy whenBusy,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES)
        @Nullable WhenInterrupted whenInterrupted,
    @Nullable Integer maxSteps,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_VALUES)
        @Nullable OnFailure onFailure,
    @Nullable Map<String, Object> context,
    @Nullable List<String> tags,
    @Nullable CallOptions callOptions,
    @Nullable Breakpoints breakpoints,
    @Nullable Integer maxConcurrency,
    @Nullable Map<String, Object> metadata,
    @Nullable String version,
    @Nullable String fingerprint,
    @Nullable Caller caller)
    implements ThreadMessage, Referable {
  private static final String UNNAMED = "the run of this message";

  /** A null among the tags, written by hand, marks nothing; a blank id is none. */
  public SubmitMessage {
    runId = runId == null || runId.isBlank() ? null : runId;
    tags = tags == null ? null : tags.stream().filter(Objects::nonNull).toList();
  }

  public static SubmitMessage of(Graph graph, JsonNode input, RunOptions options) {
    return new SubmitMessage(
        graph.name(),
        input,
        options.runId(),
        options.mode(),
        options.whenBusy(),
        options.whenInterrupted(),
        options.maxSteps(),
        options.onFailure(),
        options.context(),
        options.tags(),
        options.callOptions().byAddress().isEmpty() ? null : options.callOptions(),
        options.breakpoints(),
        options.maxConcurrency() == 0 ? null : options.maxConcurrency(),
        options.metadata(),
        graph.version(),
        graph.fingerprint(),
        null);
  }

  /** Returns what a thread begins with that works for a task. */
  public static SubmitMessage of(ChildCall call, String runId, StateCodec codec) {
    RunSettings settings = call.settings();
    return new SubmitMessage(
        call.graph().name(),
        new CompactJson(codec).write(call.input().writes()),
        runId,
        RunMode.ALONE,
        null,
        null,
        settings.maxSteps(),
        settings.onFailure(),
        settings.context(),
        settings.tags(),
        settings.callOptions().byAddress().isEmpty() ? null : settings.callOptions(),
        settings.breakpoints().isEmpty() ? null : settings.breakpoints(),
        settings.maxConcurrency() == 0 ? null : settings.maxConcurrency(),
        null,
        call.graph().version(),
        call.graph().fingerprint(),
        settings.caller());
  }

  /**
   * Returns the message in the form that starts one thread after the other: each runs the newest
   * version of the graph alone, under an id that the receiver chooses.
   */
  public SubmitMessage repeatable() {
    return new SubmitMessage(
        graph,
        input,
        null,
        null,
        null,
        null,
        maxSteps,
        onFailure,
        context,
        tags,
        callOptions,
        breakpoints,
        maxConcurrency,
        metadata,
        null,
        null,
        null);
  }

  /**
   * Returns the name of the graph.
   *
   * @throws InvalidInputException when the sender gave none
   */
  public String graphName() {
    if (graph == null || graph.isBlank()) {
      throw new InvalidInputException("a new input", "the name of a graph", "nothing");
    }
    return graph;
  }

  @Override
  public String id() {
    return Optional.ofNullable(runId).orElse("");
  }

  public SubmitMessage completed(String id, RunMode defaultMode) {
    return new SubmitMessage(
        graph,
        input,
        Optional.ofNullable(runId).orElse(id),
        Optional.ofNullable(mode).orElse(defaultMode),
        strategy().whenBusy(),
        strategy().whenInterrupted(),
        maxSteps,
        onFailure,
        context,
        tags,
        callOptions,
        breakpoints,
        maxConcurrency,
        metadata,
        version,
        fingerprint,
        caller);
  }

  /** The graph of a caller's subgraph is known by its version alone. */
  @Override
  public Optional<String> versionToBind() {
    return caller == null ? Optional.empty() : Optional.ofNullable(version);
  }

  public RunMode modeOrThread() {
    return Optional.ofNullable(mode).orElse(RunMode.THREAD);
  }

  public Strategy strategy() {
    return new Strategy(
        Optional.ofNullable(whenBusy).orElse(WhenBusy.ENQUEUE),
        Optional.ofNullable(whenInterrupted).orElse(WhenInterrupted.ABANDON));
  }

  public RunOptions options() {
    return new RunOptions(
        Optional.ofNullable(runId).orElse(UNNAMED),
        modeOrThread(),
        strategy().whenBusy(),
        strategy().whenInterrupted(),
        WhenEnded.BEGIN_ANEW,
        maxSteps,
        onFailure,
        Optional.ofNullable(context).orElse(Map.of()),
        Optional.ofNullable(tags).orElse(List.of()),
        Optional.ofNullable(callOptions).orElse(CallOptions.NONE),
        breakpoints,
        Optional.ofNullable(maxConcurrency).orElse(0),
        Optional.ofNullable(metadata).orElse(Map.of()));
  }

  @Override
  public Optional<Map<String, Object>> noted() {
    return Optional.of(Optional.ofNullable(metadata).orElse(Map.of()));
  }

  /** New inputs wait as they want to. */
  @Override
  public boolean isReady(Supplier<ThreadStatus> status) {
    return !strategy().waits(status.get());
  }

  @Override
  public SubmitMessage completed(String otherId) {
    return completed(otherId, RunMode.THREAD);
  }

  @Override
  public Optional<String> graphToBind() {
    return Optional.of(graphName());
  }

  @Override
  public Optional<RunEvent.Cause> beginsRun() {
    return Optional.of(RunEvent.Cause.INPUT);
  }

  @Override
  public void check(ProjectedThread ahead) {
    if (strategy().refuses(ahead.status().get())) {
      throw new ThreadBusyException(ahead.at().thread(), "a new input");
    }
  }

  @Override
  public Input.NewInput input(BoundGraph bound) {
    if (version != null && fingerprint != null) {
      bound.progress().requireSame(version, fingerprint);
    }
    return new Input.NewInput(
        id(),
        bound.update(input, bound.schema(), "the input"),
        options().settingsFor(bound.pregel().spec()).calledBy(caller),
        noted().orElseThrow());
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    return bound.progress().submit(input(bound), strategy(), bound.now());
  }
}
