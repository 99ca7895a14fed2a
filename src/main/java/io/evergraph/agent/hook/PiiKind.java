package io.evergraph.agent.hook;

import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kinds of personal data that {@link Pii} finds in texts, in time that grows with the text and
 * nothing else.
 */
public enum PiiKind {
  /** Addresses for mail. */
  EMAIL(
      "(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]++@[A-Za-z0-9-]++"
          + "(?:\\.[A-Za-z0-9-]+){0,20}\\.[A-Za-z]{2,}",
      String::length, it -> it.replaceAll("@.*\\.", "@****.")),
  /** Numbers of 13 to 19 digits whose check digit is right (Luhn), with spaces or hyphens. */
  CREDIT_CARD(
      "(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])",
      PiiKind::lengthOfCard,
      it -> "****-****-****-" + it.replaceAll("[^0-9]", "").replaceAll(".*(.{4})$", "$1")),
  /** IPv4 addresses. */
  IP(
      "(?<![0-9.])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}"
          + "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?![0-9])(?!\\.[0-9])",
      String::length, it -> "*.*.*." + it.substring(it.lastIndexOf('.') + 1)),
  /** Hardware addresses of six bytes, with colons or hyphens. */
  MAC_ADDRESS(
      "(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f:-])",
      String::length, it -> "**:**:**:**:**:" + it.substring(it.length() - 2)),
  /** Web addresses. */
  URL(
      "(?:https?://|www\\.)[\\x21-\\x7E&&[^\"<>{}|\\\\^`]]+",
      PiiKind::lengthOfAddress,
      it -> "[MASKED_URL]");

  private static final int FEWEST_DIGITS = 13;

  private final Pattern form;

  /** How much of what has the form belongs to it, from its beginning; 0 for nothing. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final ToIntFunction<String> part;

  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final UnaryOperator<String> mask;

  PiiKind(String form, ToIntFunction<String> part, UnaryOperator<String> mask) {
    this.form = Pattern.compile(form);
    this.part = part;
    this.mask = mask;
  }

  String masked(String found) {
    return mask.apply(found);
  }

  boolean isIn(String text) {
    return found(text, 0).isPresent();
  }

  /** Returns a text with something else in place of what is found. */
  String replaced(String text, UnaryOperator<String> instead) {
    StringBuilder result = new StringBuilder();
    int done = 0;
    for (Optional<Place> it = found(text, 0); it.isPresent(); it = found(text, done)) {
      Place place = it.get();
      result
          .append(text, done, place.begin())
          .append(instead.apply(text.substring(place.begin(), place.end())));
      done = place.end();
    }
    return result.append(text, done, text.length()).toString();
  }

  private record Place(int begin, int end) {}

  private Optional<Place> found(String text, int from) {
    Matcher candidates = form.matcher(text);
    int at = from;
    while (candidates.find(at)) {
      String candidate = candidates.group();
      int begin = candidates.start();
      int length = part.applyAsInt(candidate);
      if (length > 0) {
        return Optional.of(new Place(begin, begin + length));
      }
      at = begin + lengthOfGroup(candidate);
    }
    return Optional.empty();
  }

  private static int lengthOfGroup(String digits) {
    return digits.split("[ -]", 2)[0].length();
  }

  /**
   * Other numbers may stand behind a card: the longest number counts whose check digit is right.
   */
  private static int lengthOfCard(String numbers) {
    int end = numbers.length();
    while (end > 0 && !isChecked(numbers.substring(0, end))) {
      end = Math.max(numbers.lastIndexOf(' ', end - 1), numbers.lastIndexOf('-', end - 1));
    }
    return Math.max(0, end);
  }

  /** What ends a sentence, or closes what is around an address, is not part of it. */
  private static int lengthOfAddress(String found) {
    int end = found.length();
    while (".,;:!?)]'".indexOf(found.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static boolean isChecked(String number) {
    String digits = number.replaceAll("[^0-9]", "");
    if (digits.length() < FEWEST_DIGITS) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int doubled = i % 2 == 0 ? digit : digit * 2;
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0;
  }
}
