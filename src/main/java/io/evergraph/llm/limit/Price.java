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

  /** Returns the millionths that tokens cost, rounded up. */
  long millionths(Usage tokens) {
    return input
        .multiply(BigDecimal.valueOf(tokens.inputTokens()))
        .add(output.multiply(BigDecimal.valueOf(tokens.outputTokens())))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
