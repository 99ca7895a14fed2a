package io.evergraph.cli;

import io.evergraph.graph.Answer;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.ParkedTasks.Outcome;
import io.evergraph.runtime.ParkedTasks.Outcome.Verdict;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.server.admin.Operations;
import io.evergraph.server.admin.OutcomeResource;
import io.evergraph.server.admin.ParkedTaskResource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "parked",
    description = {
      "Lists failed tasks that wait for a decision, and decides: try again, skip, or try again with"
          + " other values.",
      ""
    })
final class ParkedCommand extends CommandGroup {
  private static final List<String> TASKS =
      List.of("THREAD", "GRAPH", "NODE", "ATTEMPTS", "SINCE", "TASK", "ERROR");
  private static final List<String> OUTCOMES =
      List.of("THREAD", "OUTCOME", "TASKS", "RUN", "REASON");

  @Command(description = {"Lists the failed tasks that wait for a decision.", ""})
  void list(@Mixin Filter filter, @Mixin Report report, @Mixin Operator.Options options) {
    try (Operator operator = options.connect()) {
      List<ParkedTask> found = operator.operations().parked(filter.query());
      report.print(out(), TASKS, found, ParkedCommand::row, ParkedTaskResource::of);
      report.say(out(), found.isEmpty() ? "Nothing is parked." : found.size() + " parked.");
    }
  }

  private static List<String> row(ParkedTask task) {
    return List.of(
        task.thread().value(),
        task.graph(),
        Report.node(task.namespace(), task.node()),
        String.valueOf(task.failure().attempts()),
        Report.seconds(task.failure().since()),
        task.id(),
        Report.line(task.failure().text()));
  }

  @Command(
      description = {
        "Tries failed tasks again, with attempts anew: those of a thread, or of all threads that fit.",
        "",
        "Prints a line for each thread; the exit code is 0 only when no thread refused. The same"
            + " --batch a second time serves no thread twice.",
        ""
      })
  int retry(
      @Mixin Filter filter,
      @Mixin Batch batch,
      @Mixin Report report,
      @Mixin Operator.Options options) {
    if (!filter.isGiven() && !batch.all) {
      throw new CommandFailedException(
          "Say which tasks are meant: --thread, --graph, --node, --error, or --all.");
    }
    Operations.Batch meant = batch.read();
    try (Operator operator = options.connect()) {
      List<Outcome> outcomes = operator.operations().retry(filter.query(), meant);
      report.print(out(), OUTCOMES, outcomes, ParkedCommand::row, OutcomeResource::of);
      report.say(
          out(), (meant.dryRun() ? "Nothing was done yet; batch " : "Batch ") + meant.id() + ".");
      return outcomes.stream().anyMatch(it -> it.verdict() == Verdict.REFUSED) ? 1 : 0;
    }
  }

  private static List<String> row(Outcome outcome) {
    return List.of(
        outcome.thread().value(),
        outcome.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        String.valueOf(outcome.tasks().size()),
        outcome.runId(),
        Optional.ofNullable(outcome.reason()).orElse(""));
  }

  @Command(
      description = {"Lets a failed task count as finished; what follows its node runs next.", ""})
  void skip(
      @Mixin Target target,
      @Option(
              names = "--update",
              paramLabel = "JSON",
              defaultValue = "{}",
              description =
                  "What to write in place of what it should have written, a JSON object by channel;"
                      + " nothing if not given.")
          String update,
      @Mixin Operator.Options options) {
    decide(target, new Answer.Skip(target.task, Arguments.values("--update", update)), options);
  }

  @Command(
      description = {
        "Tries a failed task again with other values to read, for this task alone.",
        ""
      })
  void edit(
      @Mixin Target target,
      @Option(
              names = "--values",
              paramLabel = "JSON",
              required = true,
              description = "What it reads instead, a JSON object by channel.")
          String values,
      @Mixin Operator.Options options) {
    decide(target, new Answer.Edit(target.task, Arguments.values("--values", values)), options);
  }

  private void decide(Target target, Answer answer, Operator.Options options) {
    try (Operator operator = options.connect()) {
      RunHandle begun =
          operator.operations().decide(ThreadId.of(target.thread), target.run, answer);
      out().println("Thread " + begun.thread() + " goes on with run " + begun.runId() + ".");
    }
  }

  static final class Filter {
    @Option(names = "--thread", paramLabel = "ID", description = "Those of this thread.")
    private @Nullable String thread;

    @Option(names = "--graph", paramLabel = "NAME", description = "Those of this graph.")
    private @Nullable String graph;

    @Option(names = "--node", paramLabel = "NAME", description = "Those of this node.")
    private @Nullable String node;

    @Option(
        names = "--error",
        paramLabel = "TEXT",
        description = "Those whose error, class name and message, contains this text.")
    private @Nullable String error;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "" + ThreadQuery.DEFAULT_LIMIT,
        description = "How many threads to look at; ${DEFAULT-VALUE} if not given.")
    private int limit;

    private boolean isGiven() {
      return thread != null || graph != null || node != null || error != null;
    }

    private ParkedQuery query() {
      Arguments.atLeastOne("--limit", limit);
      return new ParkedQuery(
          thread == null ? null : ThreadId.of(thread), graph, node, error, limit);
    }
  }

  static final class Batch {
    @Option(names = "--all", description = "Those of all threads, where nothing else is said.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only say what would be done.")
    private boolean dryRun;

    @Option(
        names = "--batch",
        paramLabel = "ID",
        description = "The id of this batch, to repeat it.")
    private @Nullable String id;

    @Option(
        names = "--concurrency",
        paramLabel = "N",
        defaultValue = "" + ParkedTasks.DEFAULT_CONCURRENCY,
        description = "How many threads to speak to at once; ${DEFAULT-VALUE} if not given.")
    private int concurrency;

    private Operations.Batch read() {
      Arguments.atLeastOne("--concurrency", concurrency);
      return new Operations.Batch(
          Optional.ofNullable(id).orElseGet(TimeOrderedId::next), concurrency, dryRun);
    }
  }

  static final class Target {
    @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
    private String thread = "";

    @Option(
        names = "--task",
        paramLabel = "ID",
        description = "The task; may be left out where one has failed.")
    private @Nullable String task;

    @Option(
        names = "--run",
        paramLabel = "ID",
        description = "The id of the run that begins, to repeat it without doing it twice.")
    private @Nullable String run;
  }
}
