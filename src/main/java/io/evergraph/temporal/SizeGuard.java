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

  private SizeGuard() {}

  /**
   * Lets a tree pass that is not too large.
   *
   * @param subject what it is, for the message
   * @throws TooLargeException when it is
   */
  static void require(@Nullable JsonNode tree, String subject, long limit) {
    long bytes = tree == null ? 0 : tree.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > limit) {
      throw new TooLargeException(subject, bytes, limit);
    }
  }
}
