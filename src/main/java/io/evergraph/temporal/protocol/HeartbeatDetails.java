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
 * @param lost how many attempts before that one died with their process, since the details of the
 *     node last changed
 * @param process the process that runs the attempt; null once the attempt has told its end, or is
 *     about to be cut off
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HeartbeatDetails(
    int failures,
    @Nullable JsonNode details,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int attempt,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int lost,
    @Nullable String process) {
  public static final HeartbeatDetails NONE = new HeartbeatDetails(0, null, 0, 0, null);

  /**
   * Returns how often the node has failed before an attempt. Where the server counts from the
   * beginning again, so does the node: somebody has reset the task.
   *
   * @param coming the attempt, as the server counts
   */
  public int failuresBefore(int coming) {
    return coming <= attempt ? 0 : failures;
  }

  /**
   * Returns how many attempts before one died with their process. An attempt that ran in the
   * process of the coming one was lost on the way: the server was away. The first attempt alone
   * need not have told anything before it died.
   *
   * @param coming the attempt, as the server counts
   * @param here the process that runs it
   */
  public int lostBefore(int coming, String here) {
    if (coming <= attempt || coming == 1) {
      return 0;
    }
    boolean died = attempt == 0 || (process != null && !process.equals(here));
    return died ? lost + 1 : lost;
  }

  public static HeartbeatDetails read(Optional<JsonNode> tree, StateCodec codec) {
    return tree.<HeartbeatDetails>map(
            it -> codec.fromJson(it, HeartbeatDetails.class, "a heartbeat"))
        .orElse(NONE);
  }
}
