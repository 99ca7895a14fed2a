package io.evergraph.demo.bench;

import java.util.Random;

/** Text about as hard to compress as what people write, always the same for the same number. */
public final class Prose {
  private static final String CONSONANTS = "bcdfghklmnprstvw";
  private static final String VOWELS = "aeiou";
  private static final double END_OF_WORD = 0.4;

  private Prose() {}

  /** Returns a text. */
  public static String of(long number, int length) {
    Random random = new Random(number);
    StringBuilder text = new StringBuilder(length + 2);
    while (text.length() < length) {
      text.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())));
      text.append(VOWELS.charAt(random.nextInt(VOWELS.length())));
      if (random.nextDouble() < END_OF_WORD) {
        text.append(' ');
      }
    }
    return text.substring(0, length);
  }
}
