package io.evergraph.cli;

import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.server.admin.ParkedTaskResource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The failed tasks that wait. */
@Command(
    name = "list",
    description = {"Lists the failed tasks that wait for a decision.", ""})
final class ParkedListCommand extends HelpfulCommand implements Runnable {
  private static final List<String> COLUMNS =
      List.of("THREAD", "GRAPH", "NODE", "ATTEMPTS", "SINCE", "TASK", "ERROR");

  @Mixin private final ParkedFilter filter = new ParkedFilter();
  @Mixin private final Report report = new Report();
  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public void run() {
    try (Operator operator = Operator.connect(temporal, verbose())) {
      List<ParkedTask> found = new ParkedTasks(operator.runtime()).find(filter.query());
      report.print(
          out(),
          COLUMNS,
          found.stream().map(ParkedListCommand::row).toList(),
          found.stream().map(ParkedTaskResource::of).toList());
      report.say(out(), found.isEmpty() ? "Nothing is parked." : found.size() + " parked.");
    }
  }

  private static List<String> row(ParkedTask task) {
    String node = task.namespace().isEmpty() ? task.node() : task.namespace() + " " + task.node();
    return List.of(
        task.thread().value(),
        task.graph(),
        node,
        String.valueOf(task.failure().attempts()),
        Optional.ofNullable(task.failure().since())
            .map(since -> since.truncatedTo(ChronoUnit.SECONDS).toString())
            .orElse("-"),
        task.id(),
        Report.line(task.failure().text()));
  }
}
