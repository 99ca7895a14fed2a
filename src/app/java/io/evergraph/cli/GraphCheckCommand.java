package io.evergraph.cli;

import io.evergraph.export.GraphText;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.References;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Whether a file holds a graph without mistakes, and what code it needs. */
@Command(
    name = "check",
    description = "Checks a graph in a file (JSON or YAML) and tells what code it names.")
final class GraphCheckCommand extends HelpfulCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws IOException {
    String text = Files.readString(InputFile.readable("FILE", file));
    GraphSpec spec = GraphText.read(text, file.toString());
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
    out().flush();
    return 0;
  }

  private void line(String kind, Set<String> names) {
    if (!names.isEmpty()) {
      out().printf("  %-9s %s%n", kind, String.join(", ", names));
    }
  }
}
