package io.evergraph.cli;

import io.evergraph.export.Detail;
import io.evergraph.export.Dot;
import io.evergraph.export.GraphText;
import io.evergraph.export.Mermaid;
import io.evergraph.export.PlantUml;
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
      paramLabel = "mermaid|dot|plantuml|json|yaml",
      defaultValue = "mermaid",
      description = "How to print it: mermaid (if not given), dot, plantuml, json or yaml.")
  private Format format = Format.MERMAID;

  @Option(
      names = "--levels",
      paramLabel = "N",
      description = "How many levels of subgraphs a drawing opens; all if not given.")
  private int levels = Integer.MAX_VALUE;

  @Override
  public void run() {
    GraphSpec spec = GraphRegistry.of(DemoGraphs.all()).graph(name).spec();
    out().println(text(spec).stripTrailing());
    out().flush();
  }

  private String text(GraphSpec spec) {
    return switch (format) {
      case MERMAID -> Mermaid.of(spec, Detail.levels(levels));
      case DOT -> Dot.of(spec, Detail.levels(levels));
      case PLANTUML -> PlantUml.of(spec, Detail.levels(levels));
      case JSON -> GraphText.json(spec);
      case YAML -> GraphText.yaml(spec);
    };
  }

  /** How a graph is printed. */
  enum Format {
    MERMAID,
    DOT,
    PLANTUML,
    JSON,
    YAML
  }
}
