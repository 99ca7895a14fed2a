package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/**
 * A run.
 *
 * @param runId its id
 * @param threadId the thread
 * @param assistantId the id of the graph's assistant
 * @param createdAt when it was accepted, ISO 8601
 * @param updatedAt when it last changed
 * @param status {@code pending}, {@code running}, {@code success}, {@code error} or {@code
 *     interrupted}
 * @param metadata what the caller noted on it
 * @param multitaskStrategy what the caller wanted while another run was in progress
 * @param kwargs always empty
 */
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
