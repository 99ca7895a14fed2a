package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.function.Function;

record RunToEnd(
    String name, Graph graph, StateUpdate input, Function<State, Object> result, Object expected)
    implements Workload {

  @Override
  public Sample once(GraphRuntime runtime) {
    ThreadId thread = ThreadId.random();
    long begun = System.nanoTime();
    RunResult end =
        runtime.start(graph.name(), thread, input, RunOptions.builder().alone().build()).await();
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    check(end);
    return new Sample(milliseconds, thread);
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
