package io.evergraph.runtime.codec;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Tells which decimals are texts of a double, whoever wrote them. Java before 19 writes more digits
 * than are needed for one of a hundred, and not always the closest ones.
 */
final class DoubleTexts {
  private DoubleTexts() {}

  /** Returns whether a number is one that JSON has. */
  static boolean hasDigits(Number number) {
    boolean isBinary = number instanceof Double || number instanceof Float;
    return !isBinary || Double.isFinite(number.doubleValue());
  }

  /** Returns whether a decimal is a finite double in as many digits as Java writes, or fewer. */
  static boolean isShortTextOf(double number, BigDecimal decimal) {
    BigDecimal shown = shown(number);
    return shown.compareTo(decimal) == 0
        || (decimal.precision() <= shown.precision() && isTextOf(number, decimal));
  }

  /** Returns whether a decimal is what some program writes for a finite double. */
  static boolean isTextOf(double number, BigDecimal decimal) {
    BigDecimal shown = shown(number);
    return shown.compareTo(decimal) == 0
        || (decimal.doubleValue() == number
            && (decimal.precision() < shown.precision() || isClosest(number, decimal)));
  }

  /** Returns whether a decimal is what this program writes for the double that another is. */
  static boolean isSameDouble(BigDecimal shown, BigDecimal decimal) {
    double number = shown.doubleValue();
    return Double.isFinite(number)
        && shown(number).compareTo(shown) == 0
        && isTextOf(number, decimal);
  }

  private static BigDecimal shown(double number) {
    return new BigDecimal(Double.toString(number));
  }

  private static boolean isClosest(double number, BigDecimal decimal) {
    MathContext digits = new MathContext(decimal.precision());
    return new BigDecimal(number).round(digits).compareTo(decimal) == 0;
  }
}
