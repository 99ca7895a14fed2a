package io.evergraph.cli;

import io.evergraph.graph.Graph;
import picocli.CommandLine.Command;

/** The graphs by name. */
@Command(name = "list", description = "Lists the graphs: name, version, number of nodes.")
final class GraphListCommand extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    DemoGraphs.all().forEach(graph -> out().println(line(graph)));
    out().flush();
  }

  private static String line(Graph graph) {
    return String.format(
        "%-20s version %-8s %d nodes", graph.name(), graph.version(), graph.spec().nodes().size());
  }
}
