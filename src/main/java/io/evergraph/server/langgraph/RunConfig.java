package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.NodeOptions;
import io.evergraph.server.Fields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  static RunConfig read(Fields body) {
    return body.fields("config")
        .map(
            config ->
                new RunConfig(
                    config.count("recursion_limit"),
                    config.count("max_concurrency"),
                    config.map("configurable"),
                    config.texts("tags"),
                    config
                        .fields("call_options")
                        .map(RunConfig::callOptions)
                        .orElse(CallOptions.NONE)))
        .orElse(NONE);
  }

  private static CallOptions callOptions(Fields byAddress) {
    CallOptions all = CallOptions.NONE;
    for (String address : byAddress.names()) {
      Fields fields = byAddress.fields(address).orElseThrow();
      all =
          all.with(
              address,
              new NodeOptions(
                  fields.map("parameters"),
                  seconds(fields, "timeout_seconds"),
                  seconds(fields, "hard_timeout_seconds"),
                  fields.count("attempts"),
                  null,
                  fields.texts("tags")));
    }
    return all;
  }

  private static @Nullable Duration seconds(Fields fields, String name) {
    Integer seconds = fields.count(name);
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
