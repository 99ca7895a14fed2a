package io.evergraph.cli;

import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.graph.NodePolicy;
import java.time.Duration;
import java.util.List;

/**
 * What the workloads are measured on.
 *
 * @param label the name under which the figures are printed
 * @param policy how the nodes are run
 * @param budget how long a workload is repeated when no number is given
 */
record BenchEngine(String label, NodePolicy policy, Duration budget) {
  /** Threads of this process. */
  static final BenchEngine MEMORY =
      new BenchEngine("evergraph-memory", NodePolicy.DEFAULT, Duration.ofSeconds(3));

  /** Activities. */
  static final BenchEngine TEMPORAL =
      new BenchEngine("evergraph-temporal", NodePolicy.DEFAULT, Duration.ofSeconds(10));

  /** Local activities. */
  static final BenchEngine TEMPORAL_LOCAL =
      new BenchEngine(
          "evergraph-temporal-local", NodePolicy.builder().local().build(), Duration.ofSeconds(10));

  /** Activities, and local ones once the nodes have shown to be quick. */
  static final BenchEngine TEMPORAL_ADAPTIVE =
      new BenchEngine(
          "evergraph-temporal-adaptive",
          NodePolicy.builder().adaptive().build(),
          Duration.ofSeconds(10));

  /**
   * Returns the workloads of the given names in their own order; all for none.
   *
   * @throws CommandFailedException when there is no workload of a name
   */
  List<Workload> workloads(List<String> names) {
    List<Workload> all = Workloads.all(policy);
    List<String> known = all.stream().map(Workload::name).toList();
    names.stream()
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new CommandFailedException(
                  "There is no workload '" + name + "'; there are " + String.join(", ", known));
            });
    return all.stream().filter(it -> names.isEmpty() || names.contains(it.name())).toList();
  }
}
