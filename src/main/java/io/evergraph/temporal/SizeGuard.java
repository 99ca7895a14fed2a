package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TooLargeException;
import io.evergraph.runtime.StateCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses in time what a server would refuse too late: with an ended run, or a silent loop. */
final class SizeGuard {
  /** The most that a message from outside may hold. */
  static final long MESSAGE_BYTES = 256 * 1024;

  /** The most that goes over the wire in one piece: a task's input, its result, a reply. */
  static final long PAYLOAD_BYTES = 1_500_000;

  /** The most that a state may hold to be sent along with a task that could not read it. */
  static final long INLINE_STATE_BYTES = 128 * 1024;

  private static final Map<String, String> SUBJECTS =
      Map.of(
          "submit", "the input",
          "answer", "the answer",
          "updateState", "the edit",
          "fork", "the edits of the fork");

  private SizeGuard() {}

  /** Returns how many bytes a tree is as JSON. */
  static long bytes(@Nullable JsonNode tree) {
    return tree == null ? 0 : tree.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Lets a message to a thread pass that is not too large.
   *
   * @param name the name of the update
   * @throws TooLargeException when it is
   */
  static void requireMessage(String name, Object message, StateCodec codec) {
    String subject = SUBJECTS.getOrDefault(name, "the message '" + name + "'");
    require(codec.toJson(message), subject, MESSAGE_BYTES);
  }

  /**
   * Lets a tree pass that is not too large.
   *
   * @param subject what it is, for the message
   * @throws TooLargeException when it is
   */
  static void require(@Nullable JsonNode tree, String subject, long limit) {
    require(tree, subject, limit, TooLargeException.SEND_A_REFERENCE);
  }

  /**
   * Lets a tree pass that is not too large.
   *
   * @param subject what it is, for the message
   * @param remedy what can be done about it, a sentence
   * @throws TooLargeException when it is
   */
  static void require(@Nullable JsonNode tree, String subject, long limit, String remedy) {
    long bytes = bytes(tree);
    if (bytes > limit) {
      throw new TooLargeException(subject, bytes, limit, remedy);
    }
  }
}
