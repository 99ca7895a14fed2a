package io.evergraph.cli;

abstract class CommandGroup extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    spec().commandLine().usage(out());
  }
}
