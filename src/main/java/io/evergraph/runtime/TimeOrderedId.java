package io.evergraph.runtime;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/** Makes ids that sort by the time of their making: UUID version 7, RFC 9562. */
public final class TimeOrderedId {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Clock CLOCK = Clock.systemUTC();
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000000000000000L;
  private static final int RANDOM_BITS_HIGH = 0x0fff;
  private static final int RANDOM_BYTES = Short.BYTES + Long.BYTES;

  private TimeOrderedId() {}

  /** Returns a new id. */
  public static String next() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    ByteBuffer random = ByteBuffer.wrap(bytes);
    long high = (CLOCK.millis() << 16) | VERSION | (random.getShort() & RANDOM_BITS_HIGH);
    long low = (random.getLong() >>> 2) | VARIANT;
    return new UUID(high, low).toString();
  }
}
