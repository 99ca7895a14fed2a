package io.evergraph.demo.bench;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Text about as hard to compress as what people write, always the same for the same number. It is
 * made once: to make it costs more than most of what is measured.
 */
public final class Prose {
  private static final String CONSONANTS = "bcdfghklmnprstvw";
  private static final String VOWELS = "aeiou";
  private static final double END_OF_WORD = 0.4;

  private static final Map<Key, String> MADE = new ConcurrentHashMap<>();

  private record Key(long number, int length) {}

  private Prose() {}

  /** Returns a text. */
  public static String of(long number, int length) {
    return MADE.computeIfAbsent(new Key(number, length), any -> make(number, length));
  }

  private static String make(long number, int length) {
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
