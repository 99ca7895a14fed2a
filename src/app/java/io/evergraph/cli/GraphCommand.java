package io.evergraph.cli;

import io.evergraph.export.Detail;
import io.evergraph.export.Dot;
import io.evergraph.export.GraphJson;
import io.evergraph.export.GraphSchema;
import io.evergraph.export.GraphText;
import io.evergraph.export.Mermaid;
import io.evergraph.export.PlantUml;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.References;
import io.evergraph.runtime.GraphRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "graph",
    description = "Lists and shows the graphs of this program, and checks graphs in files.")
final class GraphCommand extends CommandGroup {
  @Command(description = "Lists the graphs: name, version, number of nodes.")
  void list(@Mixin StandardOptions standard) {
    for (Graph graph : EvergraphApplication.graphs()) {
      out()
          .printf(
              "%-20s version %-8s %d nodes%n",
              graph.name(), graph.version(), graph.spec().nodes().size());
    }
  }

  @Command(description = "Prints a graph.")
  void show(
      @Parameters(paramLabel = "NAME", description = "The name of the graph; see `graph list`.")
          String name,
      @Option(
              names = "--format",
              paramLabel = "mermaid|dot|plantuml|json|yaml",
              defaultValue = "mermaid",
              description = "How to print it: mermaid (if not given), dot, plantuml, json or yaml.")
          Format format,
      @Option(
              names = "--levels",
              paramLabel = "N",
              defaultValue = "" + Integer.MAX_VALUE,
              description = "How many levels of subgraphs a drawing opens; all if not given.")
          int levels,
      @Mixin StandardOptions standard) {
    GraphSpec spec = GraphRegistry.of(EvergraphApplication.graphs()).graph(name).spec();
    out().println(text(spec, format, new Detail(levels)).stripTrailing());
  }

  @Command(description = "Checks a graph in a file (JSON or YAML) and tells what code it names.")
  void check(
      @Parameters(paramLabel = "FILE", description = "The file.") Path file,
      @Mixin StandardOptions standard)
      throws IOException {
    GraphSpec spec = GraphText.read(Arguments.text("FILE", file), file.toString());
    References needed = References.of(spec);
    Graph unused = Graph.of(spec, needed.standIns());
    out()
        .printf(
            "%s version %s: %d nodes, %d edges, no mistakes%n",
            spec.name(), spec.version(), spec.nodes().size(), spec.edges().size());
    line("actions", needed.actions());
    line("routers", needed.routers());
    line("reducers", needed.reducers().keySet());
    line("types", needed.types());
  }

  private void line(String kind, Set<String> names) {
    if (!names.isEmpty()) {
      out().printf("  %-9s %s%n", kind, String.join(", ", names));
    }
  }

  @Command(description = "Prints the JSON schema of graphs as JSON or YAML.")
  void schema(@Mixin StandardOptions standard) {
    out().print(GraphSchema.text());
    out().flush();
  }

  private static String text(GraphSpec spec, Format format, Detail detail) {
    return switch (format) {
      case MERMAID -> Mermaid.of(spec, detail);
      case DOT -> Dot.of(spec, detail);
      case PLANTUML -> PlantUml.of(spec, detail);
      case JSON -> GraphJson.text(spec);
      case YAML -> GraphText.yaml(spec);
    };
  }

  enum Format {
    MERMAID,
    DOT,
    PLANTUML,
    JSON,
    YAML
  }
}
