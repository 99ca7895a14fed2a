package io.evergraph.temporal.payload;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TooLargeException;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.codec.StateCodec;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses in time what a server would refuse too late: with an ended run, or a silent loop.
 *
 * @param messageBytes the most that a message from outside may hold
 * @param payloadBytes the most that goes over the wire in one piece: a task's input, its result, a
 *     reply
 * @param more what allows for more, a sentence that a remedy ends with; empty for nothing
 */
public record SizeGuard(long messageBytes, long payloadBytes, String more) {
  /** The most that a server takes in one piece, with room for what stands around it. */
  public static final long PAYLOAD_BYTES = 1_500_000;

  /** The most that a state may hold to be sent along with a task that could not read it. */
  public static final long INLINE_STATE_BYTES = 128 * 1024;

  private static final long MESSAGE_BYTES = RuntimeInfo.USUAL_MESSAGE_BYTES;

  /** What travels by reference has to fit into memory. */
  private static final long REFERRED_BYTES = 16L * 1024 * 1024;

  private static final long PAST_BYTES = 1_000_000;

  /** Estimates count characters where they do not know better. */
  private static final long MOST_BYTES_PER_CHARACTER = 4;

  private static final Map<String, String> SUBJECTS =
      Map.of(
          "submit", "the input",
          "answer", "the answer",
          "updateState", "the edit",
          "fork", "the edits of the fork");

  public static SizeGuard inline() {
    return new SizeGuard(MESSAGE_BYTES, PAYLOAD_BYTES, " A store of large values allows for more.");
  }

  public static SizeGuard byReference() {
    return new SizeGuard(REFERRED_BYTES, REFERRED_BYTES, "");
  }

  public boolean refers() {
    return messageBytes > MESSAGE_BYTES;
  }

  /** Returns whether what has an estimated size can be sent in any case, and is not measured. */
  public static boolean surelyTakes(long estimate) {
    return estimate <= PAYLOAD_BYTES / MOST_BYTES_PER_CHARACTER;
  }

  public void requireMessage(String name, Object message, StateCodec codec) {
    requireMessage(
        codec.toJson(message), SUBJECTS.getOrDefault(name, "the message '" + name + "'"));
  }

  public void requireAnswer(@Nullable JsonNode answer) {
    requireMessage(answer, "the answer");
  }

  private void requireMessage(@Nullable JsonNode message, String subject) {
    require(message, () -> subject, messageBytes, TooLargeException.SEND_A_REFERENCE + more);
  }

  public void requirePast(@Nullable JsonNode past) {
    require(
        past,
        () -> "the earlier checkpoint",
        Math.max(PAST_BYTES, messageBytes),
        TooLargeException.SEND_A_REFERENCE + more);
  }

  /** Lets pass what goes over the wire in one piece; the remedy is a sentence. */
  public void requirePayload(@Nullable JsonNode tree, Supplier<String> subject, String remedy) {
    require(tree, subject, payloadBytes, remedy + more);
  }

  /** Lets pass what everybody is shown, by hand too: it never travels by reference. */
  public static void requireShown(JsonNode tree, String subject, String remedy) {
    require(tree, () -> subject, PAYLOAD_BYTES, remedy);
  }

  private static void require(
      @Nullable JsonNode tree, Supplier<String> subject, long limit, String remedy) {
    long bytes = JsonSize.exactly(tree);
    if (bytes > limit) {
      throw new TooLargeException(subject.get(), bytes, limit, remedy);
    }
  }
}
