package io.evergraph.cli;

import io.evergraph.runtime.BatchOutcome;
import io.evergraph.runtime.BatchOutcome.Verdict;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.server.admin.OutcomeResource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Failed tasks tried again, of one thread or of many. */
@Command(
    name = "retry",
    description = {
      "Tries failed tasks again, with attempts anew: those of a thread, or of all threads that fit.",
      "",
      "Prints a line for each thread; the exit code is 0 only when no thread refused. The same"
          + " --batch a second time serves no thread twice.",
      ""
    })
final class ParkedRetryCommand extends HelpfulCommand implements Callable<Integer> {
  private static final List<String> COLUMNS =
      List.of("THREAD", "OUTCOME", "TASKS", "RUN", "REASON");

  @Mixin private final ParkedFilter filter = new ParkedFilter();

  @Option(names = "--all", description = "Those of all threads, where nothing else is said.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(names = "--batch", paramLabel = "ID", description = "The id of this batch, to repeat it.")
  private @Nullable String batch;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "" + ParkedTasks.DEFAULT_CONCURRENCY,
      description = "How many threads to speak to at once; ${DEFAULT-VALUE} if not given.")
  private int concurrency;

  @Mixin private final Report report = new Report();
  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public Integer call() {
    requireMeaning();
    String id = Optional.ofNullable(batch).orElseGet(TimeOrderedId::next);
    try (Operator operator = Operator.connect(temporal, verbose())) {
      ParkedTasks parked = new ParkedTasks(operator.runtime(), concurrency);
      List<BatchOutcome> outcomes =
          dryRun ? parked.plan(filter.query(), id) : parked.retry(filter.query(), id);
      print(outcomes, id);
      return outcomes.stream().anyMatch(it -> it.verdict() == Verdict.REFUSED) ? 1 : 0;
    }
  }

  private void requireMeaning() {
    if (!filter.isGiven() && !all) {
      throw new CommandFailedException(
          "Say which tasks are meant: --thread, --graph, --node, --error, or --all.");
    }
    if (concurrency < 1) {
      throw new CommandFailedException(
          "Expected 1 or more as --concurrency but found " + concurrency + ".");
    }
  }

  private void print(List<BatchOutcome> outcomes, String id) {
    report.print(
        out(),
        COLUMNS,
        outcomes.stream().map(ParkedRetryCommand::row).toList(),
        outcomes.stream().map(OutcomeResource::of).toList());
    report.say(out(), (dryRun ? "Nothing was done yet; batch " : "Batch ") + id + ".");
  }

  private static List<String> row(BatchOutcome outcome) {
    return List.of(
        outcome.thread().value(),
        outcome.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        String.valueOf(outcome.tasks().size()),
        outcome.runId(),
        Optional.ofNullable(outcome.reason()).orElse(""));
  }
}
