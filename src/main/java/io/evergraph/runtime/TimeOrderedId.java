package io.evergraph.runtime;

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

  private TimeOrderedId() {}

  /** Returns a new id. */
  public static String next() {
    long high = (CLOCK.millis() << 16) | VERSION | (RANDOM.nextInt() & RANDOM_BITS_HIGH);
    long low = (RANDOM.nextLong() >>> 2) | VARIANT;
    return new UUID(high, low).toString();
  }
}
