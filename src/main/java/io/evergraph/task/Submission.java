package io.evergraph.task;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** Starts the runs of tasks; again, while the runtime cannot be reached. */
final class Submission {
  private final GraphRuntime runtime;
  private final RetryPolicy<RunHandle> whileAway;

  Submission(GraphRuntime runtime, SubmissionRetry retry) {
    this.runtime = runtime;
    this.whileAway =
        RetryPolicy.<RunHandle>builder()
            .handle(RuntimeUnavailableException.class)
            .withMaxAttempts(retry.attempts())
            .withBackoff(retry.first(), retry.longest())
            .build();
  }

  /**
   * Returns the input of a task as its graph takes it.
   *
   * @throws io.evergraph.error.GraphException when it does not fit
   */
  StateUpdate input(String agent, Map<String, Object> values) {
    Graph graph = runtime.graphs().graph(agent);
    return runtime
        .codec()
        .bindInput(
            runtime.codec().update(values, graph.schema(), "the input of a task"), graph.schema());
  }

  /** Starts the run of a task; the same run a second time is the first one. */
  RunHandle start(TaskRecord task) {
    RunOptions options =
        RunOptions.builder()
            .runId(task.run())
            .context(task.context())
            .metadata(Map.of("task", task.id(), "user", task.user()))
            .build();
    StateUpdate input = input(task.agent(), task.input());
    try {
      return Failsafe.with(whileAway)
          .get(() -> runtime.start(task.agent(), ThreadId.of(task.thread()), input, options));
    } catch (FailsafeException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The start of a task was interrupted.");
    }
  }
}
