package io.evergraph.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * How large numbers may be: arithmetic on what a state holds must stay cheap. {@code 1e20000000}
 * takes ten characters to write and minutes to add.
 */
public final class NumberLimits {
  /** How many digits a number may have. */
  public static final int DIGITS = 900;

  /** The exponent, without its sign, that a number may have. */
  public static final int EXPONENT = 1_000;

  private static final int BITS = BigInteger.TEN.pow(DIGITS).bitLength();

  private NumberLimits() {}

  /** Returns what is wrong with a number, for a message; empty when it is within the limits. */
  public static Optional<String> excess(Object value) {
    if (value instanceof BigDecimal number) {
      return Math.abs((long) number.scale()) > EXPONENT
          ? Optional.of("one with the exponent " + -(long) number.scale())
          : excess(number.unscaledValue());
    }
    return value instanceof BigInteger number && number.bitLength() > BITS
        ? Optional.of("one of " + number.bitLength() + " bits")
        : Optional.empty();
  }

  /** Returns what is expected instead, for a message. */
  public static String expected() {
    return "a number of at most %,d digits with an exponent of at most %,d"
        .formatted(DIGITS, EXPONENT);
  }

  static <N> N require(N number) {
    excess(number)
        .ifPresent(
            found -> {
              throw new IllegalArgumentException("expected " + expected() + " but found " + found);
            });
    return number;
  }
}
