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
  private static final String SAVED =
      "runs end with this process, and another one that is started then goes on with what was saved";
  private static final String NOT_DURABLE =
      "NOT durable, every run is lost when this process ends (evergraph.temporal.target names a"
          + " server that keeps them)";

  @Override
  public void afterSingletonsInstantiated() {
    RuntimeInfo info = runtime.info();
    String lasting = lasting(info);
    LOG.atLevel(lasting.equals(NOT_DURABLE) ? Level.WARN : Level.INFO)
        .log(
            "Evergraph runs on {}: {}. Graphs: {}.",
            place(info),
            lasting,
            graphs(runtime.graphs().graphs()));
  }

  private static String lasting(RuntimeInfo info) {
    if (info.durability() == Durability.DURABLE) {
      return DURABLE;
    }
    return info.isSaved() ? SAVED : NOT_DURABLE;
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
