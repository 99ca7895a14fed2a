package io.evergraph.cli;

import picocli.CommandLine.Command;

/** Tasks that are being tried. */
@Command(
    name = "pending",
    description = {
      "Lists the tasks of a thread that are being tried, and holds them, has them begin anew, or"
          + " gives them other limits. What was given up is parked: see `parked`.",
      ""
    },
    subcommands = {
      PendingListCommand.class,
      PendingPauseCommand.class,
      PendingUnpauseCommand.class,
      PendingResetCommand.class,
      PendingLimitsCommand.class
    })
final class PendingCommand extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    spec().commandLine().usage(out());
  }
}
