package io.evergraph.cli;

import io.evergraph.export.GraphJson;
import io.evergraph.export.Mermaid;
import io.evergraph.graph.GraphSpec;
import io.evergraph.runtime.GraphRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One graph as text. */
@Command(name = "show", description = "Prints a graph.")
final class GraphShowCommand extends HelpfulCommand implements Runnable {
  @Parameters(paramLabel = "NAME", description = "The name of the graph; see `graph list`.")
  private String name = "";

  @Option(
      names = "--format",
      paramLabel = "mermaid|json",
      defaultValue = "mermaid",
      description = "How to print it: mermaid (if not given) or json.")
  private Format format = Format.MERMAID;

  @Override
  public void run() {
    GraphSpec spec = GraphRegistry.of(DemoGraphs.all()).graph(name).spec();
    out().println(text(spec).stripTrailing());
    out().flush();
  }

  private String text(GraphSpec spec) {
    return format == Format.JSON ? GraphJson.text(spec) : Mermaid.of(spec);
  }

  enum Format {
    MERMAID,
    JSON
  }
}
