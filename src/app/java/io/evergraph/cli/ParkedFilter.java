package io.evergraph.cli;

import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which parked tasks are meant. */
final class ParkedFilter {
  @Option(names = "--thread", paramLabel = "ID", description = "Those of this thread.")
  private @Nullable String thread;

  @Option(names = "--graph", paramLabel = "NAME", description = "Those of this graph.")
  private @Nullable String graph;

  @Option(names = "--node", paramLabel = "NAME", description = "Those of this node.")
  private @Nullable String node;

  @Option(
      names = "--error",
      paramLabel = "TEXT",
      description = "Those whose error, class name and message, contains this text.")
  private @Nullable String error;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "" + ThreadQuery.DEFAULT_LIMIT,
      description = "How many threads to look at; ${DEFAULT-VALUE} if not given.")
  private int limit;

  /** Returns whether anything was said. */
  boolean isGiven() {
    return thread != null || graph != null || node != null || error != null;
  }

  ParkedQuery query() {
    if (limit < 1) {
      throw new CommandFailedException("Expected 1 or more as --limit but found " + limit + ".");
    }
    return new ParkedQuery(thread == null ? null : ThreadId.of(thread), graph, node, error, limit);
  }
}
