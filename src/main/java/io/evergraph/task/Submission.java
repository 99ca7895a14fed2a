package io.evergraph.task;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.state.StateUpdate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Starts the runs of tasks.
 *
 * @param runtime where they run
 */
record Submission(GraphRuntime runtime) {
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

  /**
   * Returns the input of a task as it is recorded: what its graph changes where an input is
   * submitted is in no record as it was.
   *
   * @throws io.evergraph.error.GraphException when it does not fit
   */
  Map<String, Object> recorded(String agent, Map<String, Object> values) {
    StateUpdate input = input(agent, values);
    StateUpdate taken =
        new ValueCheck(runtime.codec(), runtime.graphs().graph(agent), "the input of a task")
            .input(input);
    if (taken.equals(input)) {
      return runtime.codec().plain(values, "the input of a task");
    }
    Map<String, Object> changed = new LinkedHashMap<>();
    taken.writes().forEach(it -> changed.put(it.channel(), runtime.codec().plain(it.value())));
    return changed;
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
    return runtime.start(task.agent(), ThreadId.of(task.thread()), input, options);
  }
}
