package io.evergraph.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code evergraph-server.jar}; each subcommand is a class of its own. */
@Command(
    name = "evergraph",
    mixinStandardHelpOptions = true,
    description = "Durable agent graphs on Temporal.")
public final class EvergraphCommand implements Runnable {

  /**
   * Runs the command line and ends the process with its exit code.
   *
   * @param arguments the words after the program's name
   */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new EvergraphCommand()).execute(arguments));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
