package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.function.Function;

record RunToEnd(
    String name,
    RunMode mode,
    Graph graph,
    StateUpdate input,
    Function<State, Object> result,
    Object expected)
    implements Workload {

  @Override
  public Sample once(GraphRuntime runtime) {
    ThreadId thread = ThreadId.random();
    long begun = System.nanoTime();
    RunResult end = begun(runtime, thread).await();
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    check(end);
    return new Sample(milliseconds, thread);
  }

  RunHandle begun(GraphRuntime runtime, ThreadId thread) {
    RunOptions options =
        mode == RunMode.ALONE ? RunOptions.builder().alone().build() : RunOptions.defaults();
    return runtime.start(graph.name(), thread, input, options);
  }

  void check(RunResult end) {
    end.orThrow();
    if (end.status() != RunStatus.FINISHED) {
      throw new WrongResultException(name, RunStatus.FINISHED, end.status());
    }
    Object found = result.apply(end.state());
    if (!expected.equals(found)) {
      throw new WrongResultException(name, expected, found);
    }
  }
}
