package io.evergraph.cli;

import picocli.CommandLine.Command;

/** Failed tasks that wait for somebody to decide. */
@Command(
    name = "parked",
    description = {
      "Lists failed tasks that wait for a decision, and decides: try again, skip, or try again with"
          + " other values.",
      ""
    },
    subcommands = {
      ParkedListCommand.class,
      ParkedRetryCommand.class,
      ParkedSkipCommand.class,
      ParkedEditCommand.class
    })
final class ParkedCommand extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    spec().commandLine().usage(out());
  }
}
