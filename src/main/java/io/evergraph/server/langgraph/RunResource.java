package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

@Schema(
    name = "Run",
    description = "One segment of a thread: from an input or an answer to a stop.")
record RunResource(
    @JsonProperty("run_id") String runId,
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("assistant_id") String assistantId,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("updated_at") String updatedAt,
    @Schema(allowableValues = {"pending", "running", "success", "error", "interrupted"})
        String status,
    Map<String, Object> metadata,
    @JsonProperty("multitask_strategy") String multitaskStrategy,
    Map<String, Object> kwargs) {}
