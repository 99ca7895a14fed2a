package io.evergraph.server.langgraph;

import io.evergraph.pregel.Source;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/threads/{threadId}/history")
@Tag(name = "State")
record ThreadHistoryController(GraphRuntime runtime) {
  private static final int USUAL_LIMIT = 10;
  private static final Kind<Source> SOURCE = Kind.oneOf(Source.class);

  @GetMapping
  @Operation(summary = "The checkpoints of a thread, newest first, those of all branches")
  List<ThreadStateResource> get(
      @PathVariable String threadId,
      @RequestParam(name = "limit", defaultValue = "10") int limit,
      @RequestParam(name = "before", required = false) @Nullable String before) {
    ThreadId thread = ThreadId.of(threadId);
    HistoryQuery query = HistoryQuery.all().limit(Fields.parameter("limit", limit, 1));
    return read(
        thread, before == null ? query : query.before(CheckpointIds.number(thread, before)));
  }

  @PostMapping
  @Operation(
      summary = "The checkpoints of a thread, newest first",
      description =
          "The body may hold limit, before (a checkpoint or its id), metadata (source, step) and"
              + " checkpoint (its checkpoint_ns chooses a subgraph).")
  List<ThreadStateResource> search(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only("before", "checkpoint", "limit", "metadata", "select");
    fields.refuse("select", "states come whole");
    ThreadId thread = ThreadId.of(threadId);
    HistoryQuery query =
        HistoryQuery.all()
            .limit(fields.find("limit", Kind.COUNT).orElse(USUAL_LIMIT))
            .namespace(ThreadStateController.namespace(fields));
    return read(thread, filtered(before(thread, query, fields), fields));
  }

  private static HistoryQuery before(ThreadId thread, HistoryQuery query, Fields fields) {
    Object bound = fields.value("before");
    Optional<String> id =
        bound instanceof Map<?, ?>
            ? fields
                .fields("before")
                .flatMap(it -> RunRequest.checkpointId(it.fields("configurable").orElse(it)))
            : fields.find("before", Kind.TEXT);
    return id.map(it -> query.before(CheckpointIds.number(thread, it))).orElse(query);
  }

  private static HistoryQuery filtered(HistoryQuery query, Fields fields) {
    return fields
        .fields("metadata")
        .map(wanted -> wanted.only("source", "step"))
        .map(
            wanted ->
                query
                    .source(wanted.find("source", SOURCE).orElse(null))
                    .step(wanted.find("step", Kind.STEP).orElse(null)))
        .orElse(query);
  }

  private List<ThreadStateResource> read(ThreadId thread, HistoryQuery query) {
    List<HistoryEntry> found = runtime.history(thread, query);
    if (found.isEmpty() && !query.namespace().isEmpty()) {
      requireSubgraph(thread, query.namespace());
    }
    return found.stream()
        .map(HistoryEntry::snapshot)
        .map(snapshot -> ThreadStateResource.of(snapshot, query.namespace(), runtime.codec()))
        .toList();
  }

  /** One that has ended is known by the checkpoints that are kept of it. */
  private void requireSubgraph(ThreadId thread, String namespace) {
    HistoryQuery any = HistoryQuery.all().namespace(namespace).limit(1);
    if (runtime.history(thread, any).isEmpty()) {
      SubgraphView unused = ThreadStateController.subgraph(runtime.snapshot(thread), namespace);
    }
  }
}
