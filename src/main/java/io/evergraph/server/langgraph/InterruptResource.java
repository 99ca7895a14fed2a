package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Interrupt;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(name = "Interrupt", description = "An open question of a thread.")
record InterruptResource(
    @Schema(description = "What an answer names.", example = "0f3a5c1d9b2e4f60718293a4b5c6d7e8")
        String id,
    @Schema(description = "What is shown to whom answers.") Object value,
    @Schema(description = "The JSON schema of the answer.")
        @JsonProperty("response_schema")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Map<String, Object> responseSchema) {

  static InterruptResource of(Interrupt interrupt) {
    return new InterruptResource(interrupt.id(), interrupt.value(), interrupt.schema());
  }
}
