package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Finds threads. Each that is looked at is read once. */
@RestController
@RequestMapping("/threads")
@Tag(name = "Threads")
record ThreadSearchController(GraphRuntime runtime, Assistants assistants) {
  private static final int USUAL_LIMIT = 10;
  private static final String USUAL_ORDER = "created_at";
  private static final Set<String> COUNTED = Set.of("metadata", "status", "values");
  private static final Set<String> SEARCHED =
      Set.of(
          "extract",
          "ids",
          "limit",
          "metadata",
          "offset",
          "select",
          "sort_by",
          "sort_order",
          "status",
          "values");
  private static final Map<String, Comparator<ThreadSnapshot>> ORDERS =
      Map.of(
          USUAL_ORDER,
          Comparator.comparing(ThreadSnapshot::createdAt),
          "updated_at",
          Comparator.comparing(ThreadSnapshot::at),
          "state_updated_at",
          Comparator.comparing(ThreadSnapshot::at),
          "thread_id",
          Comparator.comparing(any -> any.thread().value()),
          "status",
          Comparator.comparing(any -> ThreadResource.name(any.status())));
  private static final Kind<String> SORT_BY =
      Kind.oneOf(ORDERS.keySet().stream().sorted().toArray(String[]::new));
  private static final Kind<String> SORT_ORDER = Kind.oneOf("asc", "desc");

  @PostMapping("/search")
  @Operation(
      summary = "The open threads",
      description =
          "The body may hold metadata (graph_id or assistant_id there name the graph), ids, status,"
              + " limit (10), offset, sort_by and sort_order. At most 1,000 threads are looked at. What"
              + " has just changed may be missing for a moment.")
  List<ThreadResource> search(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only(SEARCHED);
    fields.refuse("select", "threads come whole");
    fields.refuse("extract", "threads come whole");
    return ordered(ThreadSearch.of(fields, assistants).in(runtime), fields)
        .skip(fields.find("offset", Kind.NUMBER).orElse(0))
        .limit(fields.find("limit", Kind.NUMBER).orElse(USUAL_LIMIT))
        .map(any -> ThreadResource.of(any, runtime.codec()))
        .toList();
  }

  /** Unless an order is asked for, no more threads are read than are shown. */
  private static Stream<ThreadSnapshot> ordered(Stream<ThreadSnapshot> found, Fields fields) {
    Optional<String> by = fields.find("sort_by", SORT_BY);
    Optional<String> order = fields.find("sort_order", SORT_ORDER);
    if (by.isEmpty() && order.isEmpty()) {
      return found;
    }
    Comparator<ThreadSnapshot> rising = Objects.requireNonNull(ORDERS.get(by.orElse(USUAL_ORDER)));
    return found.sorted(order.orElse("desc").equals("asc") ? rising : rising.reversed());
  }

  @PostMapping("/count")
  @Operation(
      summary = "How many open threads there are",
      description =
          "The body may hold metadata and status. At most 1,000 threads are looked at and counted.")
  long count(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only(COUNTED);
    return ThreadSearch.of(fields, assistants).in(runtime).count();
  }
}
