package io.evergraph.cli;

import picocli.CommandLine.Command;

/** What there is to know about graphs without running them. */
@Command(
    name = "graph",
    description = "Lists and shows the graphs of this program, and checks graphs in files.",
    subcommands = {
      GraphListCommand.class,
      GraphShowCommand.class,
      GraphCheckCommand.class,
      GraphSchemaCommand.class
    })
final class GraphCommand extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    spec().commandLine().usage(out());
  }
}
