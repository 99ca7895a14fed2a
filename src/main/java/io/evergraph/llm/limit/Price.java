package io.evergraph.llm.limit;

import io.evergraph.llm.message.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a model costs, in any currency.
 *
 * @param input for a million tokens that it reads
 * @param output for a million tokens that it writes
 */
public record Price(BigDecimal input, BigDecimal output) {
  static final int MILLION_DIGITS = 6;

  /** Checks that nothing is below 0. */
  public Price {
    if (input.signum() < 0 || output.signum() < 0) {
      throw new IllegalArgumentException(
          "Expected prices of at least 0 but found " + input + " and " + output + ".");
    }
  }

  /** Returns a price, such as {@code of("2.50", "10")}. */
  public static Price of(String input, String output) {
    return new Price(new BigDecimal(input), new BigDecimal(output));
  }

  /** Returns an amount such as {@code "0.50"} in millionths, rounded up. */
  public static long millionths(String amount) {
    return new BigDecimal(amount)
        .movePointRight(MILLION_DIGITS)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /** Returns the millionths that tokens cost, rounded up. */
  public long millionths(Usage tokens) {
    return input
        .multiply(BigDecimal.valueOf(tokens.inputTokens()))
        .add(output.multiply(BigDecimal.valueOf(tokens.outputTokens())))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
