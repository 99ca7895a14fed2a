package io.evergraph.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a held task go on. */
@Command(
    name = "unpause",
    description = {"Lets a held task go on.", ""})
final class PendingUnpauseCommand extends HelpfulCommand implements Runnable {
  @Mixin private final PendingTarget target = new PendingTarget();

  @Override
  public void run() {
    target.order(
        verbose(),
        out(),
        " goes on",
        (pending, task) -> pending.unpause(task.thread(), task.activity()));
  }
}
