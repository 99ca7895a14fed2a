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
   * Returns what an attempt begins with. Where the server counts from the beginning again, so do
   * the failures of the node: somebody has reset the task.
   *
   * <p>An attempt before it died if its process has not told its end, unless it ran in the process
   * of the coming one: that was lost on the way, as the server was away. The first attempt alone
   * need not have told anything before it died.
   *
   * @param coming the attempt, as the server counts
   * @param here the process that runs it
   */
  public HeartbeatDetails begin(int coming, String here) {
    if (coming <= attempt) {
      return new HeartbeatDetails(0, details, coming, 0, here);
    }
    boolean died = attempt == 0 ? coming > 1 : process != null && !process.equals(here);
    return new HeartbeatDetails(failures, details, coming, died ? lost + 1 : lost, here);
  }

  /** Returns what the attempt tells after its node has said something. */
  public HeartbeatDetails with(JsonNode more, int lostBefore) {
    return new HeartbeatDetails(failures, more, attempt, lostBefore, process);
  }

  /** Returns what the attempt tells last: that its process does not run it any more. */
  public HeartbeatDetails end(int failed) {
    return new HeartbeatDetails(failures + failed, details, attempt, lost, null);
  }

  public static HeartbeatDetails read(Optional<JsonNode> tree, StateCodec codec) {
    return tree.<HeartbeatDetails>map(
            it -> codec.fromJson(it, HeartbeatDetails.class, "a heartbeat"))
        .orElse(NONE);
  }

  /** Returns how often the node itself has failed before an attempt, which may have begun. */
  public int failuresBefore(int other) {
    return other == attempt && other > 1 ? failures : begin(other, "").failures();
  }
}
