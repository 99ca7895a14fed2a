package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;

/** Something to measure: a graph, how it is driven, and the state that it must end in. */
public interface Workload {
  /** Returns its name, unique among the workloads. */
  String name();

  /** Returns the unit of its figures. */
  default Metric metric() {
    return Metric.MILLISECONDS;
  }

  /** Returns the graph that it runs. */
  Graph graph();

  /**
   * Runs it once on new threads.
   *
   * @throws WrongResultException when a run ends otherwise than it must
   */
  Sample once(GraphRuntime runtime);

  /** The unit of a workload's figures. */
  enum Metric {
    /** Milliseconds from the call to the result. */
    MILLISECONDS("ms"),
    /** Finished runs in a second. */
    RUNS_PER_SECOND("runs/s");

    private final String unit;

    Metric(String unit) {
      this.unit = unit;
    }

    /** Returns the unit as it is printed. */
    public String unit() {
      return unit;
    }
  }
}
