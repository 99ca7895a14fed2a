package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TooLargeException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Refuses in time what a server would refuse too late: with an ended run, or a silent loop. */
final class SizeGuard {
  /** The most that a message from outside may hold. */
  static final long MESSAGE_BYTES = 256 * 1024;

  /** The most that a node may write. */
  static final long RESULT_BYTES = 1_500_000;

  /** The most that a state may hold to be sent along with a task that could not read it. */
  static final long INLINE_STATE_BYTES = 128 * 1024;

  /** The most that an earlier checkpoint may hold which is sent along. */
  static final long PAST_BYTES = 1_000_000;

  private SizeGuard() {}

  /** Returns how many bytes a tree is as JSON. */
  static long bytes(@Nullable JsonNode tree) {
    return tree == null ? 0 : tree.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Lets a tree pass that is not too large.
   *
   * @param subject what it is, for the message
   * @throws TooLargeException when it is
   */
  static void require(@Nullable JsonNode tree, String subject, long limit) {
    long bytes = bytes(tree);
    if (bytes > limit) {
      throw new TooLargeException(subject, bytes, limit);
    }
  }
}
