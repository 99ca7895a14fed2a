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
import java.util.Optional;
import java.util.stream.Stream;

/** Calls workers, which are here or elsewhere, in one form. */
record FormBench(
    TemporalConnection connection, Queues queues, ComparedPlacement placement, Bench bench) {

  /** Returns the figures as a table. */
  String measure(Form form, List<String> names) {
    FormTable table = new FormTable(form.title);
    CallerByHand caller =
        new CallerByHand(connection.client(), queues.byHand(), form.mode, placement.byHand);
    List<Trial> floor = new Floor(connection, caller).trials();
    try (TemporalRuntime runtime =
        new TemporalRuntime(connection, Workers.registry(placement.policy))) {
      List<Workload> workloads = Workloads.onServer(placement.policy, form.mode);
      for (String name : names) {
        workloads.stream()
            .filter(workload -> workload.name().equals(name))
            .map(workload -> trial(workload, runtime))
            .forEach(ours -> measure(ours, byHand(floor, ours), table));
      }
    }
    return table.toMarkdown();
  }

  private Trial trial(Workload workload, TemporalRuntime runtime) {
    return Trial.of(
        "evergraph-temporal", workload, runtime, thread -> HistorySize.find(connection, thread));
  }

  private static Optional<Trial> byHand(List<Trial> floor, Trial ours) {
    return floor.stream().filter(it -> it.workload().equals(ours.workload())).findFirst();
  }

  private void measure(Trial ours, Optional<Trial> byHand, FormTable table) {
    List<Figures> figures = bench.measure(Stream.concat(Stream.of(ours), byHand.stream()).toList());
    String now = LocalTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
    figures.forEach(it -> System.err.println(now + " " + it.toJson()));
    table.add(figures.get(0), figures.stream().skip(1).findFirst(), placement);
  }
}
