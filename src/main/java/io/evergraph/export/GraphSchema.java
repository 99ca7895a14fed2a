package io.evergraph.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The JSON schema of graphs as data, draft 2020-12, for editors and other programs. */
public final class GraphSchema {
  /** Where the schema is on the class path. */
  public static final String RESOURCE = "/io/evergraph/export/graph.schema.json";

  private GraphSchema() {}

  /** Returns the schema as JSON text. */
  public static String text() {
    try (InputStream in = GraphSchema.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected the resource " + RESOURCE + " beside the classes.");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
