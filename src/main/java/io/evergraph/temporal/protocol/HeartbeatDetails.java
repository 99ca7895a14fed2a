package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.codec.StateCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a heartbeat carries from attempt to attempt.
 *
 * @param failures how often the node itself has failed before
 * @param details what the node said last; null when it said nothing
 * @param attempt the attempt that told it, as the server counts; 0 where that was not told
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HeartbeatDetails(
    int failures,
    @Nullable JsonNode details,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int attempt) {
  private static final HeartbeatDetails NONE = new HeartbeatDetails(0, null, 0);

  /**
   * Returns how often the node has failed before an attempt. Where the server counts from the
   * beginning again, so does the node: somebody has reset the task.
   *
   * @param coming the attempt, as the server counts
   */
  public int failuresBefore(int coming) {
    return coming <= attempt ? 0 : failures;
  }

  public static HeartbeatDetails read(Optional<JsonNode> tree, StateCodec codec) {
    return tree.<HeartbeatDetails>map(
            it -> codec.fromJson(it, HeartbeatDetails.class, "a heartbeat"))
        .orElse(NONE);
  }
}
