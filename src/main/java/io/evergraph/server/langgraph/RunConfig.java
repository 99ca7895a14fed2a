package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.server.Fields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a run goes.
 *
 * @param recursionLimit the supersteps that it may take; null takes the graph's limit
 * @param configurable what is passed to the nodes
 * @param tags what the run is marked with
 */
@Schema(description = "How a run goes.")
record RunConfig(
    @Schema(description = "The supersteps that the run may take.", example = "25")
        @JsonProperty("recursion_limit")
        @Nullable Integer recursionLimit,
    @Schema(description = "Passed to the nodes, like the context.")
        Map<String, Object> configurable,
    @Schema(description = "Marks of the run, readable by its nodes.") List<String> tags) {
  private static final RunConfig NONE = new RunConfig(null, Map.of(), List.of());

  static RunConfig read(Fields body) {
    return body.fields("config")
        .map(
            config ->
                new RunConfig(
                    config.count("recursion_limit"),
                    config.map("configurable"),
                    config.texts("tags")))
        .orElse(NONE);
  }
}
