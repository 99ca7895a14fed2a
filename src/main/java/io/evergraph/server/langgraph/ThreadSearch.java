package io.evergraph.server.langgraph;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which threads a client looks for.
 *
 * @param ids these threads only, open or not; empty takes the open ones
 * @param query the graph, the status, and how many threads are looked at
 * @param metadata what the thread's metadata hold, beside the graph
 */
record ThreadSearch(List<ThreadId> ids, ThreadQuery query, MetadataFilter metadata) {
  /** How many threads one request looks at. */
  static final int MOST = ThreadQuery.DEFAULT_LIMIT;

  /** Each that does not answer is waited for, for seconds: more of them fail the search. */
  static final int MOST_SILENT = 5;

  private static final Kind<ThreadStatus> STATUS = Kind.oneOf(ThreadStatus.class);
  private static final String GRAPH = "graph_id";
  private static final String ASSISTANT = "assistant_id";

  static ThreadSearch of(Fields fields, Assistants assistants) {
    fields.refuse("values", "threads are found by their metadata");
    List<String> ids = fields.find("ids", Kind.TEXTS).orElse(List.of());
    if (ids.size() > MOST) {
      throw new InvalidInputException("'ids'", "at most " + MOST, String.valueOf(ids.size()));
    }
    return new ThreadSearch(
        ids.stream().distinct().map(ThreadId::of).toList(),
        new ThreadQuery(
            graph(fields, assistants), fields.find("status", STATUS).orElse(null), MOST),
        MetadataFilter.of(fields).without(GRAPH, ASSISTANT));
  }

  /** An assistant that there is not stands for itself: no thread has such a graph. */
  private static @Nullable String graph(Fields fields, Assistants assistants) {
    Optional<Fields> metadata = fields.fields("metadata");
    Optional<String> assistant = metadata.flatMap(it -> it.find(ASSISTANT, Kind.TEXT));
    return metadata
        .flatMap(it -> it.find(GRAPH, Kind.TEXT))
        .or(() -> assistant.map(id -> assistants.find(id).map(Graph::name).orElse(id)))
        .orElse(null);
  }

  /** Returns the threads as they are found: each is read when it is asked for. */
  Stream<ThreadSnapshot> in(GraphRuntime runtime) {
    AtomicInteger silent = new AtomicInteger();
    return (ids.isEmpty() ? runtime.threads(query) : ids)
        .stream().flatMap(id -> read(id, runtime, silent).stream()).filter(this::takes);
  }

  /** A thread that has nothing to show, by now or for good, hides no other one. */
  private static Optional<ThreadSnapshot> read(
      ThreadId id, GraphRuntime runtime, AtomicInteger silent) {
    try {
      return Optional.of(runtime.snapshot(id));
    } catch (GraphException nothing) {
      if (nothing.isOutage() || (nothing.isPassing() && silent.incrementAndGet() > MOST_SILENT)) {
        throw nothing;
      }
      return Optional.empty();
    }
  }

  private boolean takes(ThreadSnapshot thread) {
    return query.takes(thread.graph(), thread.status()) && metadata.takes(thread.metadata());
  }
}
