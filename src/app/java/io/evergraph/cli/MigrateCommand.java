package io.evergraph.cli;

import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.ThreadId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "migrate",
    description = {
      "Moves a thread that has no run in progress to another version of its graph, which its workers"
          + " know. What it waits for or parked on goes on under that version.",
      ""
    })
final class MigrateCommand extends HelpfulCommand implements Callable<Integer> {
  @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
  private String thread = "";

  @Option(
      names = "--to",
      paramLabel = "VERSION",
      required = true,
      description = "The version to move to.")
  private String version = "";

  @Option(names = "--dry-run", description = "Only say what would come of it.")
  private boolean dryRun;

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public Integer call() {
    ThreadId id = ThreadId.of(thread);
    try (Operator operator = Operator.connect(temporal, verbose())) {
      MigrationPlan plan = operator.runtime().migration(id, version);
      plan.misfits().forEach(misfit -> out().println("  " + misfit));
      if (!dryRun && plan.isPossible()) {
        operator.runtime().migrate(id, version);
      }
      out().println(summary(plan));
      return plan.isPossible() ? 0 : 1;
    }
  }

  private String summary(MigrationPlan plan) {
    String what = plan.isPossible() ? (dryRun ? "can move" : "moved") : "cannot move";
    return "Thread %s %s from version %s to %s of %s."
        .formatted(thread, what, plan.from(), plan.to(), plan.graph());
  }
}
