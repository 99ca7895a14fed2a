package io.evergraph.agent.hook;

import java.util.function.Predicate;
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
      any -> true, it -> it.replaceAll("@.*\\.", "@****.")),
  /** Numbers of 13 to 19 digits whose check digit is right (Luhn), with spaces or hyphens. */
  CREDIT_CARD(
      "(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])",
      PiiKind::isChecked,
      it -> "****-****-****-" + it.replaceAll("[^0-9]", "").replaceAll(".*(.{4})$", "$1")),
  /** IPv4 addresses. */
  IP(
      "(?<![0-9.])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}"
          + "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?![0-9])(?!\\.[0-9])",
      any -> true, it -> "*.*.*." + it.substring(it.lastIndexOf('.') + 1)),
  /** Hardware addresses of six bytes, with colons or hyphens. */
  MAC_ADDRESS(
      "(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f:-])",
      any -> true, it -> "**:**:**:**:**:" + it.substring(it.length() - 2)),
  /** Web addresses. */
  URL("(?:https?://|www\\.)[\\x21-\\x7E]+", any -> true, it -> "[MASKED_URL]");

  private final Pattern form;

  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final Predicate<String> check;

  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  private final UnaryOperator<String> mask;

  PiiKind(String form, Predicate<String> check, UnaryOperator<String> mask) {
    this.form = Pattern.compile(form);
    this.check = check;
    this.mask = mask;
  }

  String masked(String found) {
    return mask.apply(found);
  }

  boolean isIn(String text) {
    return form.matcher(text).results().anyMatch(it -> check.test(it.group()));
  }

  /** Returns a text with something else in place of what is found. */
  String replaced(String text, UnaryOperator<String> instead) {
    return form.matcher(text)
        .replaceAll(
            it ->
                Matcher.quoteReplacement(
                    check.test(it.group()) ? instead.apply(it.group()) : it.group()));
  }

  private static boolean isChecked(String number) {
    String digits = number.replaceAll("[^0-9]", "");
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int doubled = i % 2 == 0 ? digit : digit * 2;
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0;
  }
}
