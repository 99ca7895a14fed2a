package io.evergraph.cli;

import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.admin.PendingTaskResource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The tasks of a thread that are being tried. */
@Command(
    name = "list",
    description = {"Lists the tasks of a thread that run, wait, or are held.", ""})
final class PendingListCommand extends HelpfulCommand implements Runnable {
  private static final List<String> COLUMNS =
      List.of("NODE", "PHASE", "ATTEMPT", "OF", "NEXT", "TASK", "ERROR");

  @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
  private String thread = "";

  @Mixin private final Report report = new Report();
  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public void run() {
    try (Operator operator = Operator.connect(temporal, verbose())) {
      List<PendingTask> found = operator.runtime().pending().of(ThreadId.of(thread));
      report.print(
          out(),
          COLUMNS,
          found.stream().map(PendingListCommand::row).toList(),
          found.stream().map(PendingTaskResource::of).toList());
      report.say(
          out(), found.isEmpty() ? "No task is in progress." : found.size() + " in progress.");
    }
  }

  private static List<String> row(PendingTask task) {
    return List.of(
        task.namespace().isEmpty() ? task.node() : task.namespace() + " " + task.node(),
        task.phase().name().toLowerCase(Locale.ROOT),
        String.valueOf(task.attempt()),
        String.valueOf(task.limits().attempts()),
        Optional.ofNullable(task.nextAttempt())
            .map(due -> due.truncatedTo(ChronoUnit.SECONDS).toString())
            .orElse("-"),
        task.id(),
        Optional.ofNullable(task.failure()).map(TaskFailure::text).map(Report::line).orElse(""));
  }
}
