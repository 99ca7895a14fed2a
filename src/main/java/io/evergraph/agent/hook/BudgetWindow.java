package io.evergraph.agent.hook;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** For how long a budget lasts; in UTC. */
public enum BudgetWindow {
  /** From each full hour. */
  HOUR,
  /** From each midnight. */
  DAY,
  /** From the first of each month. */
  MONTH;

  /** Returns when the window at a time began. */
  Instant begin(Instant time) {
    ZonedDateTime at = time.atZone(ZoneOffset.UTC);
    return switch (this) {
      case HOUR -> at.truncatedTo(ChronoUnit.HOURS).toInstant();
      case DAY -> at.truncatedTo(ChronoUnit.DAYS).toInstant();
      case MONTH -> at.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).toInstant();
    };
  }

  /** Returns when the window that began at a time ends. */
  Instant end(Instant begin) {
    ZonedDateTime at = begin.atZone(ZoneOffset.UTC);
    return switch (this) {
      case HOUR -> at.plusHours(1).toInstant();
      case DAY -> at.plusDays(1).toInstant();
      case MONTH -> at.plusMonths(1).toInstant();
    };
  }

  /** Returns the word for it in sentences. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
