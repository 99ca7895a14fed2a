package io.evergraph.cli;

import io.evergraph.export.GraphSchema;
import picocli.CommandLine.Command;

/** The JSON schema of graphs as data. */
@Command(name = "schema", description = "Prints the JSON schema of graphs as JSON or YAML.")
final class GraphSchemaCommand extends HelpfulCommand implements Runnable {
  @Override
  public void run() {
    out().print(GraphSchema.text());
    out().flush();
  }
}
