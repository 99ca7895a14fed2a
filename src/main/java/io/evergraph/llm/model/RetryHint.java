package io.evergraph.llm.model;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;

/** Reads when a provider wants to be asked again: in milliseconds, in seconds, or at a moment. */
final class RetryHint {
  private RetryHint() {}

  static Optional<Duration> in(HttpHeaders headers, Clock clock) {
    return headers
        .firstValue("retry-after-ms")
        .flatMap(text -> read(text, RetryHint::millis))
        .or(() -> headers.firstValue("retry-after").flatMap(text -> inOrAt(text, clock)))
        .filter(pause -> !pause.isNegative());
  }

  private static Optional<Duration> inOrAt(String text, Clock clock) {
    return read(text, RetryHint::seconds).or(() -> read(text, moment -> until(moment, clock)));
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Math.round(Double.parseDouble(text)));
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000));
  }

  private static Duration until(String text, Clock clock) {
    Instant moment = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    return Duration.between(clock.instant(), moment);
  }

  private static Optional<Duration> read(String text, Function<String, Duration> form) {
    try {
      return Optional.of(form.apply(text.strip()));
    } catch (NumberFormatException | DateTimeException otherForm) {
      return Optional.empty();
    }
  }
}
