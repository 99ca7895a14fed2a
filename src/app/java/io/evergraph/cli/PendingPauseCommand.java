package io.evergraph.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds a task. */
@Command(
    name = "pause",
    description = {
      "Lets no other attempt of a task begin. One that runs is told to stop, which does not count as"
          + " a failure.",
      ""
    })
final class PendingPauseCommand extends HelpfulCommand implements Runnable {
  @Mixin private final PendingTarget target = new PendingTarget();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Why, for those who look at it.")
  private String reason = "";

  @Override
  public void run() {
    target.order(
        verbose(),
        out(),
        " is held",
        (pending, task) -> pending.pause(task.thread(), task.activity(), reason));
  }
}
