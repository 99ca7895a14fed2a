package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Bench;
import io.evergraph.demo.bench.Figures;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** Calls workers, which are here or elsewhere, in one form. */
record FormBench(
    TemporalConnection connection, Queues queues, ComparedPlacement placement, Bench bench) {

  /**
   * Returns the figures as a table. All workloads are warmed up before the first is measured: the
   * compiler is busy for some minutes, in the process of the workers too.
   */
  String measure(Form form, List<String> names) {
    FormTable table = new FormTable(form.title);
    CallerByHand caller =
        new CallerByHand(connection.client(), queues.byHand(), form.mode, placement.byHand);
    List<Trial> floor = new Floor(connection, caller).trials();
    try (TemporalRuntime runtime =
        new TemporalRuntime(connection, Workers.registry(placement.policy))) {
      List<Workload> workloads = Workloads.onServer(placement.policy, form.mode);
      List<List<Trial>> compared =
          names.stream().flatMap(name -> compared(workloads, name, runtime, floor)).toList();
      compared.forEach(trials -> trials.forEach(bench::warmUp));
      compared.forEach(trials -> measure(trials, table));
    }
    return table.toMarkdown();
  }

  /** Ours, and by hand where there is such. */
  private Stream<List<Trial>> compared(
      List<Workload> workloads, String name, TemporalRuntime runtime, List<Trial> floor) {
    return workloads.stream()
        .filter(workload -> workload.name().equals(name))
        .map(
            workload ->
                Stream.concat(
                        Stream.of(trial(workload, runtime)),
                        floor.stream().filter(it -> it.workload().equals(name)))
                    .toList());
  }

  private Trial trial(Workload workload, TemporalRuntime runtime) {
    return Trial.of(
        "evergraph-temporal", workload, runtime, thread -> HistorySize.find(connection, thread));
  }

  private void measure(List<Trial> compared, FormTable table) {
    List<Figures> figures = bench.compare(compared);
    String now = LocalTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
    figures.forEach(it -> System.err.println(now + " " + it.toJson()));
    table.add(figures.get(0), figures.stream().skip(1).findFirst(), placement);
  }
}
