package io.evergraph.cli;

import io.evergraph.runtime.PendingTasks.Position;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has a task begin anew. */
@Command(
    name = "reset",
    description = {
      "Has a task begin with its first attempt again, at once where it waited for the next. A held"
          + " one stays held.",
      ""
    })
final class PendingResetCommand extends HelpfulCommand implements Runnable {
  @Mixin private final PendingTarget target = new PendingTarget();

  @Option(
      names = "--forget-position",
      description = "Do not show the next attempt how far earlier ones had come.")
  private boolean forgets;

  @Override
  public void run() {
    Position position = forgets ? Position.FORGET : Position.KEEP;
    target.order(
        verbose(),
        out(),
        " begins with its first attempt",
        (pending, task) -> pending.reset(task.thread(), task.activity(), position));
  }
}
