package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;

/** When the runs of a schedule begin. */
public sealed interface ScheduleTiming {

  /** Returns what the function of its kind makes of it. */
  <T> T match(Function<Cron, T> cron, Function<Every, T> every);

  /** Begins a run whenever a cron expression fits the clock of a time zone. */
  static ScheduleTiming cron(String expression, ZoneId zone) {
    return new Cron(List.of(expression), zone);
  }

  /** Begins a run at every multiple of an interval since 1970, in UTC. */
  static ScheduleTiming every(Duration interval) {
    return new Every(interval, Duration.ZERO);
  }

  /**
   * At the times of cron expressions. Whether an expression can be read says the server.
   *
   * @param expressions at least one, of five fields such as {@code 0 3 * * MON-FRI}, or a name such
   *     as {@code @daily}; a run begins at the times of each
   * @param zone the time zone of their clock
   */
  record Cron(List<String> expressions, ZoneId zone) implements ScheduleTiming {
    /**
     * Copies the expressions.
     *
     * @throws InvalidInputException when there is none, or one holds what belongs elsewhere: a
     *     comment, a time zone or an interval
     */
    public Cron {
      expressions = expressions.stream().map(String::strip).toList();
      if (expressions.isEmpty()) {
        throw new InvalidInputException("a schedule", "a cron expression or an interval", "none");
      }
      for (String expression : expressions) {
        boolean fits =
            !expression.isEmpty()
                && !expression.contains("#")
                && !expression.contains("TZ=")
                && !expression.startsWith("@every");
        if (!fits) {
          throw new InvalidInputException(
              "a cron expression",
              "five fields such as 0 3 * * MON-FRI, without comment, time zone or interval",
              "'" + expression + "'");
        }
      }
    }

    @Override
    public <T> T match(Function<Cron, T> cron, Function<Every, T> every) {
      return cron.apply(this);
    }
  }

  /**
   * At equal intervals.
   *
   * @param interval from one run to the next, at least one second and at most a century, without
   *     fractions of seconds; counted from 1970 in UTC, so that an hour begins at full hours
   * @param offset how much later than that, in full seconds; less than the interval
   */
  record Every(Duration interval, Duration offset) implements ScheduleTiming {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /**
     * Checks the limits.
     *
     * @throws InvalidInputException when one is exceeded
     */
    public Every {
      if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(Schedule.CENTURY) > 0) {
        throw new InvalidInputException(
            "the interval of a schedule",
            "1 s to " + Schedule.CENTURY.toDays() + " d",
            "" + interval);
      }
      requireFullSeconds("the interval of a schedule", interval);
      requireFullSeconds("the offset of a schedule", offset);
      if (offset.isNegative() || offset.compareTo(interval) >= 0) {
        throw new InvalidInputException(
            "the offset of a schedule",
            "0 s or more, and less than its interval of " + interval.toSeconds() + " s",
            offset.toSeconds() + " s");
      }
    }

    /** Servers drop fractions of them. */
    private static void requireFullSeconds(String subject, Duration time) {
      if (!time.equals(time.truncatedTo(ChronoUnit.SECONDS))) {
        throw new InvalidInputException(subject, "full seconds", "" + time);
      }
    }

    @Override
    public <T> T match(Function<Cron, T> cron, Function<Every, T> every) {
      return every.apply(this);
    }
  }
}
