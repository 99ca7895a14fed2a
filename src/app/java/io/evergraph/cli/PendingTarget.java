package io.evergraph.cli;

import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.ThreadId;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One task that is being tried. */
final class PendingTarget {
  @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
  private String thread = "";

  @Option(
      names = "--task",
      paramLabel = "ID",
      description = "The task; may be left out where one is being tried.")
  private @Nullable String task;

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  /**
   * Gives an order about the task.
   *
   * @param done what to say of the task afterwards
   */
  void order(
      boolean verbose, PrintWriter out, String done, BiConsumer<PendingTasks, PendingTask> order) {
    try (Operator operator = Operator.connect(temporal, verbose)) {
      PendingTasks pending = operator.runtime().pending();
      PendingTask meant = meant(pending);
      order.accept(pending, meant);
      out.println(
          "Task " + meant.id() + " of node " + meant.node() + " in thread " + thread + done + ".");
      out.flush();
    }
  }

  private PendingTask meant(PendingTasks pending) {
    ThreadId id = ThreadId.of(thread);
    String named = task;
    if (named != null) {
      return pending.find(id, named);
    }
    List<PendingTask> all = pending.of(id);
    if (all.size() != 1) {
      throw new CommandFailedException(
          "Expected one task in progress in thread "
              + thread
              + " but found "
              + all.size()
              + ". "
              + (all.isEmpty() ? "See `parked list` for what was given up." : "Say --task ID."));
    }
    return all.get(0);
  }
}
