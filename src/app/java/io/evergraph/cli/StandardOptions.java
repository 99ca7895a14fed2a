package io.evergraph.cli;

import picocli.CommandLine.Option;

/**
 * The options of every command, those that are methods included: picocli gives a method its
 * arguments in the wrong order when it adds such options itself.
 */
@SuppressWarnings("UnusedVariable") // help and version are for picocli
final class StandardOptions {
  @Option(
      names = "--verbose",
      description = "Show the log of the libraries, and the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print version information and exit.")
  private boolean version;

  boolean verbose() {
    return verbose;
  }
}
