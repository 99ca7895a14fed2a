package io.evergraph.spring;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.RuntimeInfo.Durability;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Logs once at the start what runs the graphs, and whether their runs survive the process. */
record RuntimeLog(GraphRuntime runtime) implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeLog.class);
  private static final String DURABLE = "durable, runs survive this process";
  private static final String NOT_DURABLE =
      "NOT durable, every run is lost when this process ends (evergraph.temporal.target names a"
          + " server that keeps them)";

  @Override
  public void afterSingletonsInstantiated() {
    boolean isDurable = runtime.info().durability() == Durability.DURABLE;
    LOG.atLevel(isDurable ? Level.INFO : Level.WARN)
        .log(
            "Evergraph runs on {}: {}. Graphs: {}.",
            place(runtime.info()),
            isDurable ? DURABLE : NOT_DURABLE,
            graphs(runtime.graphs().graphs()));
  }

  private static String graphs(List<Graph> known) {
    return known.isEmpty()
        ? "none; declare beans of type Graph, or name files in evergraph.graphs"
        : known.stream().map(Graph::name).collect(Collectors.joining(", "));
  }

  private static String place(RuntimeInfo info) {
    Stream<String> details =
        info.details().entrySet().stream().map(it -> it.getKey() + " " + it.getValue()).sorted();
    return Stream.concat(Stream.of(info.kind()), details).collect(Collectors.joining(", "));
  }
}
