package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.RunChanges;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Schema(name = "RunRequest", description = "Starts, answers or continues a run.")
record RunRequest(
    @Schema(
            description = "The graph, by name or by the id of its assistant.",
            requiredMode = Schema.RequiredMode.REQUIRED,
            example = "approval")
        @JsonProperty("assistant_id")
        String assistantId,
    @Schema(
            description = "New values by channel; null continues what the last run left.",
            example = "{\"request\":\"a refund\"}")
        @Nullable Map<String, @Nullable Object> input,
    @Nullable RunCommand command,
    @Schema(description = "Free facts about the run.") Map<String, Object> metadata,
    RunConfig config,
    @Schema(description = "Passed to the nodes.") Map<String, Object> context,
    @Schema(description = "What a stream shows.", example = "[\"values\",\"updates\"]")
        @JsonProperty("stream_mode")
        List<String> streamMode,
    @JsonProperty("stream_subgraphs") boolean streamSubgraphs,
    @Schema(allowableValues = {"create", "reject"}) @JsonProperty("if_not_exists")
        String ifNotExists,
    @Schema(allowableValues = {"enqueue", "reject", "interrupt", "rollback"})
        @JsonProperty("multitask_strategy")
        String multitaskStrategy,
    @Schema(allowableValues = {"cancel", "continue"}) @JsonProperty("on_disconnect")
        String onDisconnect,
    @JsonProperty("checkpoint_id") @Nullable String checkpointId,
    @Schema(description = "Pause before these nodes; * for all.") @JsonProperty("interrupt_before")
        @Nullable List<String> interruptBefore,
    @Schema(description = "Pause after these nodes; * for all.") @JsonProperty("interrupt_after")
        @Nullable List<String> interruptAfter) {

  static final String USUAL_STRATEGY = "enqueue";

  private static final Kind<String> IF_NOT_EXISTS = Kind.oneOf("create", "reject");
  private static final Kind<String> STRATEGY =
      Kind.oneOf(USUAL_STRATEGY, "reject", "interrupt", "rollback");
  private static final Kind<String> ON_DISCONNECT = Kind.oneOf("cancel", "continue");

  /** What clients send, by the JavaScript SDK 2.0.0 and the Python SDK 0.4.14. */
  private static final Set<String> NAMES =
      Set.of(
          "after_seconds",
          "assistant_id",
          "checkpoint",
          "checkpoint_during",
          "checkpoint_id",
          "command",
          "config",
          "context",
          "durability",
          "feedback_keys",
          "if_not_exists",
          "input",
          "interrupt_after",
          "interrupt_before",
          "langsmith_tracer",
          "metadata",
          "multitask_strategy",
          "on_completion",
          "on_disconnect",
          "stream_mode",
          "stream_resumable",
          "stream_subgraphs",
          "strict_resume",
          "webhook");

  static RunRequest read(@Nullable Object body) {
    Fields fields = Fields.ofBody(body).only(NAMES);
    refuseUnsupported(fields);
    Optional<Fields> config = fields.fields("config");
    return new RunRequest(
        fields.required("assistant_id", "the name of a graph (POST /assistants/search lists)"),
        fields.find("input", Kind.OBJECT).orElse(null),
        fields.fields("command").map(RunCommand::read).orElse(null),
        metadata(fields, config),
        config.map(RunConfig::read).orElse(RunConfig.NONE),
        fields.find("context", Kind.VALUES).orElse(Map.of()),
        fields.find("stream_mode", Kind.TEXTS).orElse(List.of()),
        fields.find("stream_subgraphs", Kind.FLAG).orElse(false),
        fields.find("if_not_exists", IF_NOT_EXISTS).orElse("reject"),
        fields.find("multitask_strategy", STRATEGY).orElse(USUAL_STRATEGY),
        fields.find("on_disconnect", ON_DISCONNECT).orElse("continue"),
        checkpointId(fields).orElse(null),
        fields.find("interrupt_before", Kind.TEXTS).orElse(null),
        fields.find("interrupt_after", Kind.TEXTS).orElse(null));
  }

  /** Clients note facts in two places; those of the request count over those of its config. */
  private static Map<String, Object> metadata(Fields fields, Optional<Fields> config) {
    Map<String, Object> all = new LinkedHashMap<>();
    config.flatMap(it -> it.find("metadata", Kind.VALUES)).ifPresent(all::putAll);
    fields.find("metadata", Kind.VALUES).ifPresent(all::putAll);
    if (all.containsKey(RecordedRequest.REQUEST)) {
      throw fields.misfit(
          "metadata",
          "other names: '" + RecordedRequest.REQUEST + "' is the server's own",
          all.get(RecordedRequest.REQUEST));
    }
    return all;
  }

  @Nullable Breakpoints breakpoints() {
    return interruptBefore == null && interruptAfter == null
        ? null
        : new Breakpoints(
            Objects.requireNonNullElse(interruptBefore, List.of()),
            Objects.requireNonNullElse(interruptAfter, List.of()));
  }

  private static void refuseUnsupported(Fields fields) {
    fields.refuse("after_seconds", "runs begin at once", 0);
    fields.refuse("webhook", "follow the run, or join it");
    fields.refuse("feedback_keys", "no feedback is collected here");
    fields.refuse("langsmith_tracer", "traces go where OpenTelemetry is told to send them");
    fields.refuse("durability", "each superstep is kept before the next begins", "async", "sync");
    fields.refuse("checkpoint_during", "each superstep is kept before the next begins", true);
    fields.refuse("on_completion", "the thread of a run alone ends with it", "delete", "complete");
    Optional<Boolean> unusedResumable = fields.find("stream_resumable", Kind.FLAG);
    Optional<Boolean> unusedStrict = fields.find("strict_resume", Kind.FLAG);
  }

  static Optional<String> checkpointId(Fields fields) {
    return fields
        .find("checkpoint_id", Kind.TEXT)
        .or(() -> fields.fields("checkpoint").flatMap(RunRequest::namedIn));
  }

  private static Optional<String> namedIn(Fields checkpoint) {
    return checkpoint
        .only("checkpoint_id", "checkpoint_ns", "checkpoint_map", "thread_id")
        .find("checkpoint_id", Kind.TEXT);
  }

  StreamModes modes() {
    return StreamModes.of(streamMode, streamSubgraphs);
  }

  boolean createsThread() {
    return ifNotExists.equals("create");
  }

  WhenBusy whenBusy() {
    return WhenBusy.valueOf(multitaskStrategy.toUpperCase(Locale.ROOT));
  }

  RunStreams.WhenGone whenGone() {
    return RunStreams.WhenGone.valueOf(onDisconnect.toUpperCase(Locale.ROOT));
  }

  /** Returns what the nodes get: the configurable values, and over them those of the context. */
  Map<String, Object> runContext() {
    Map<String, Object> all = new LinkedHashMap<>(config.configurable());
    all.putAll(context);
    return all;
  }

  RunOptions options(String runId, RunMode mode, RecordedRequest recorded) {
    return new RunOptions(
        runId,
        mode,
        whenBusy(),
        WhenInterrupted.ABANDON,
        WhenEnded.REFUSE,
        config.recursionLimit(),
        null,
        runContext(),
        config.tags(),
        config.callOptions(),
        breakpoints(),
        Objects.requireNonNullElse(config.maxConcurrency(), 0),
        recorded.kept());
  }

  /** Returns what a run that goes on does otherwise than the last one: what the request names. */
  RunChanges changes(RecordedRequest recorded) {
    Map<String, Object> values = runContext();
    return RunChanges.NONE
        .withMaxSteps(config.recursionLimit())
        .withBreakpoints(breakpoints())
        .withContext(values.isEmpty() ? null : values)
        .withTags(config.tags().isEmpty() ? null : config.tags())
        .withCallOptions(config.callOptions().byAddress().isEmpty() ? null : config.callOptions())
        .withMaxConcurrency(config.maxConcurrency())
        .withMetadata(recorded.kept());
  }

  @Schema(description = "How a run goes.")
  record RunConfig(
      @Schema(description = "The supersteps that the run may take.", example = "25")
          @JsonProperty("recursion_limit")
          @Nullable Integer recursionLimit,
      @Schema(description = "How many tasks of the run may run at once.", example = "4")
          @JsonProperty("max_concurrency")
          @Nullable Integer maxConcurrency,
      @Schema(description = "Passed to the nodes, like the context.")
          Map<String, Object> configurable,
      @Schema(description = "Marks of the run, readable by its nodes.") List<String> tags,
      @Schema(
              description =
                  "What is wanted otherwise than the graph says, by node ('subgraph/node' inside"
                      + " subgraphs, '' for all): parameters, timeout_seconds, hard_timeout_seconds,"
                      + " attempts, tags.")
          @JsonProperty("call_options")
          CallOptions callOptions) {
    private static final RunConfig NONE =
        new RunConfig(null, null, Map.of(), List.of(), CallOptions.NONE);

    static RunConfig read(Fields config) {
      Fields known =
          config.only(
              "call_options",
              "configurable",
              "max_concurrency",
              "metadata",
              "recursion_limit",
              "tags");
      return new RunConfig(
          known.find("recursion_limit", Kind.COUNT).orElse(null),
          known.find("max_concurrency", Kind.COUNT).orElse(null),
          known.find("configurable", Kind.VALUES).orElse(Map.of()),
          known.find("tags", Kind.TEXTS).orElse(List.of()),
          known.fields("call_options").map(RunConfig::callOptions).orElse(CallOptions.NONE));
    }

    private static CallOptions callOptions(Fields byAddress) {
      CallOptions all = CallOptions.NONE;
      for (String address : byAddress.names()) {
        Fields fields =
            byAddress
                .fields(address)
                .orElseThrow()
                .only("attempts", "hard_timeout_seconds", "parameters", "tags", "timeout_seconds");
        all =
            all.with(
                address,
                new NodeOptions(
                    fields.find("parameters", Kind.VALUES).orElse(Map.of()),
                    seconds(fields, "timeout_seconds"),
                    seconds(fields, "hard_timeout_seconds"),
                    fields.find("attempts", Kind.COUNT).orElse(null),
                    null,
                    fields.find("tags", Kind.TEXTS).orElse(List.of())));
      }
      return all;
    }

    private static @Nullable Duration seconds(Fields fields, String name) {
      return fields.find(name, Kind.COUNT).map(Duration::ofSeconds).orElse(null);
    }
  }
}
