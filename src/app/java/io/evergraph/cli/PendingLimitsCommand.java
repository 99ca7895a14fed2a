package io.evergraph.cli;

import io.evergraph.runtime.TaskChange;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives a task other limits. */
@Command(
    name = "limits",
    description = {
      "Gives the next attempts of a task other limits; what is left out stays as it is. TIME is a"
          + " number with a unit, such as 30s or 10m; seconds without one.",
      ""
    })
final class PendingLimitsCommand extends HelpfulCommand implements Runnable {
  @Mixin private final PendingTarget target = new PendingTarget();

  @Option(
      names = "--hard-timeout",
      paramLabel = "TIME",
      description = "The longest attempt; the longest silence of the node follows in proportion.")
  private @Nullable String hardTimeout;

  @Option(
      names = "--heartbeat-timeout",
      paramLabel = "TIME",
      description = "How long its worker may be silent before it counts as lost; 4s or more.")
  private @Nullable String heartbeatTimeout;

  @Option(
      names = "--retry-interval",
      paramLabel = "TIME",
      description = "The pause before the second attempt; later ones grow as before.")
  private @Nullable String interval;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      description = "How often the node may run in all.")
  private @Nullable Integer attempts;

  @Override
  public void run() {
    TaskChange change =
        new TaskChange(
            time("--hard-timeout", hardTimeout),
            time("--heartbeat-timeout", heartbeatTimeout),
            time("--retry-interval", interval),
            attempts);
    target.order(
        verbose(),
        out(),
        " has other limits from its next attempt on",
        (pending, task) -> pending.change(task.thread(), task.activity(), change));
  }

  private static @Nullable Duration time(String option, @Nullable String text) {
    try {
      return text == null ? null : DurationStyle.detectAndParse(text, ChronoUnit.SECONDS);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailedException(
          "Expected a time such as 30s or 10m as " + option + " but found '" + text + "'.");
    }
  }
}
