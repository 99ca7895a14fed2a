package io.evergraph.cli;

import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.PendingTasks.Position;
import io.evergraph.runtime.TaskChange;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.admin.PendingTaskResource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pending",
    description = {
      "Lists the tasks of a thread that are being tried, and holds them, has them begin anew, or"
          + " gives them other limits. What was given up is parked: see `parked`.",
      ""
    })
final class PendingCommand extends CommandGroup {
  private static final List<String> COLUMNS =
      List.of("NODE", "PHASE", "ATTEMPT", "OF", "NEXT", "TASK", "ERROR");

  @Command(description = {"Lists the tasks of a thread that run, wait, or are held.", ""})
  void list(
      @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
          String thread,
      @Mixin Report report,
      @Mixin Operator.Options options) {
    try (Operator operator = options.connect()) {
      List<PendingTask> found = operator.runtime().pending().of(ThreadId.of(thread));
      report.print(out(), COLUMNS, found, PendingCommand::row, PendingTaskResource::of);
      report.say(
          out(), found.isEmpty() ? "No task is in progress." : found.size() + " in progress.");
    }
  }

  private static List<String> row(PendingTask task) {
    return List.of(
        Report.node(task.namespace(), task.node()),
        task.phase().name().toLowerCase(Locale.ROOT),
        String.valueOf(task.attempt()),
        String.valueOf(task.limits().attempts()),
        Report.seconds(task.nextAttempt()),
        task.id(),
        Optional.ofNullable(task.failure()).map(TaskFailure::text).map(Report::line).orElse(""));
  }

  @Command(
      description = {
        "Lets no other attempt of a task begin. One that runs is told to stop, which does not count"
            + " as a failure.",
        ""
      })
  void pause(
      @Mixin Target target,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "Why, for those who look at it.")
          String reason) {
    order(
        target,
        "is held",
        (pending, task) -> pending.pause(task.thread(), task.activity(), reason));
  }

  @Command(description = {"Lets a held task go on.", ""})
  void unpause(@Mixin Target target) {
    order(target, "goes on", (pending, task) -> pending.unpause(task.thread(), task.activity()));
  }

  @Command(
      description = {
        "Has a task begin with its first attempt again, at once where it waited for the next. A held"
            + " one stays held.",
        ""
      })
  void reset(
      @Mixin Target target,
      @Option(
              names = "--forget-position",
              description = "Do not show the next attempt how far earlier ones had come.")
          boolean forgets) {
    Position position = forgets ? Position.FORGET : Position.KEEP;
    order(
        target,
        "begins with its first attempt",
        (pending, task) -> pending.reset(task.thread(), task.activity(), position));
  }

  @Command(
      description = {
        "Gives the next attempts of a task other limits; what is left out stays as it is. TIME is a"
            + " number with a unit, such as 30s or 10m; seconds without one.",
        ""
      })
  void limits(@Mixin Target target, @Mixin Limits limits) {
    TaskChange change = limits.read();
    order(
        target,
        "has other limits from its next attempt on",
        (pending, task) -> pending.change(task.thread(), task.activity(), change));
  }

  private void order(Target target, String done, BiConsumer<PendingTasks, PendingTask> order) {
    try (Operator operator = target.options.connect()) {
      PendingTasks pending = operator.runtime().pending();
      PendingTask meant = target.find(pending);
      order.accept(pending, meant);
      out()
          .printf(
              "Task %s of node %s in thread %s %s.%n",
              meant.id(), meant.node(), target.thread, done);
    }
  }

  static final class Target {
    @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
    private String thread = "";

    @Option(
        names = "--task",
        paramLabel = "ID",
        description = "The task; may be left out where one is being tried.")
    private @Nullable String task;

    @Mixin private final Operator.Options options = new Operator.Options();

    private PendingTask find(PendingTasks pending) {
      ThreadId id = ThreadId.of(thread);
      String named = task;
      if (named != null) {
        return pending.find(id, named);
      }
      List<PendingTask> all = pending.of(id);
      if (all.size() != 1) {
        throw new CommandFailedException(
            "Expected one task in progress in thread %s but found %s. %s"
                .formatted(
                    thread,
                    all.size(),
                    all.isEmpty() ? "See `parked list` for what was given up." : "Say --task ID."));
      }
      return all.get(0);
    }
  }

  static final class Limits {
    @Option(
        names = "--hard-timeout",
        paramLabel = "TIME",
        description = "The longest attempt; the longest silence of the node follows in proportion.")
    private @Nullable String hardTimeout;

    @Option(
        names = "--heartbeat-timeout",
        paramLabel = "TIME",
        description = "How long its worker may be silent before it counts as lost; 4s or more.")
    private @Nullable String heartbeatTimeout;

    @Option(
        names = "--retry-interval",
        paramLabel = "TIME",
        description = "The pause before the second attempt; later ones grow as before.")
    private @Nullable String interval;

    @Option(
        names = "--attempts",
        paramLabel = "N",
        description = "How often the node may run in all.")
    private @Nullable Integer attempts;

    private TaskChange read() {
      return new TaskChange(
          time("--hard-timeout", hardTimeout),
          time("--heartbeat-timeout", heartbeatTimeout),
          time("--retry-interval", interval),
          attempts);
    }

    private static @Nullable Duration time(String option, @Nullable String text) {
      return text == null ? null : Arguments.time(option, text);
    }
  }
}
