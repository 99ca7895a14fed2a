package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The ids of checkpoints on the wire: a UUID of version 8 whose first 60 free bits are the number,
 * so that ids sort as numbers do, and whose last 62 tell the thread.
 */
final class CheckpointIds {
  private static final long VERSION = 0x8000L;
  private static final long VARIANT = 0x8000000000000000L;
  private static final long LOW_TWELVE = 0xfffL;
  private static final long FREE_OF_LOW = 0x3fffffffffffffffL;

  private CheckpointIds() {}

  static String of(ThreadId thread, long number) {
    long high = (number >>> 12 << 16) | VERSION | (number & LOW_TWELVE);
    return new UUID(high, low(thread)).toString();
  }

  private static long low(ThreadId thread) {
    byte[] name = ("checkpoints of " + thread).getBytes(StandardCharsets.UTF_8);
    return (UUID.nameUUIDFromBytes(name).getLeastSignificantBits() & FREE_OF_LOW) | VARIANT;
  }

  static long number(ThreadId thread, String id) {
    try {
      UUID parsed = UUID.fromString(id);
      long high = parsed.getMostSignificantBits();
      long number = (high >>> 16 << 12) | (high & LOW_TWELVE);
      if (of(thread, number).equals(parsed.toString())) {
        return number;
      }
    } catch (IllegalArgumentException malformed) {
      // told below, like an id of another thread
    }
    throw new InvalidInputException(
        "a checkpoint id", "an id that thread '" + thread + "' has given out", "'" + id + "'");
  }
}
