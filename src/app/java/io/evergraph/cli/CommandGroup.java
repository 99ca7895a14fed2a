package io.evergraph.cli;

/** A command whose methods are its subcommands; it explains itself when none is given. */
abstract class CommandGroup extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    spec().commandLine().usage(out());
  }
}
