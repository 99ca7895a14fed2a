package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.server.Fields;
import io.evergraph.server.IdempotencyKey;
import io.evergraph.server.Kind;
import io.evergraph.server.Problem;
import io.evergraph.state.StateUpdate;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/threads/{threadId}/state")
@Tag(name = "State", description = "What the channels of a thread hold, and what follows.")
record ThreadStateController(GraphRuntime runtime, Assistants assistants) {
  private static final String COPY = "__copy__";
  private static final String INPUT = "__input__";

  @GetMapping
  @Operation(
      summary = "The state of a thread at its latest checkpoint",
      description = "With 'subgraphs', its tasks show the states of the subgraphs inside them.")
  ThreadStateResource get(
      @PathVariable String threadId, @RequestParam(defaultValue = "false") boolean subgraphs) {
    return resource(runtime.snapshot(ThreadId.of(threadId)), subgraphs);
  }

  @PostMapping("/checkpoint")
  @Operation(summary = "The state of a thread at a checkpoint; without one, the latest")
  ThreadStateResource at(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only("checkpoint", "checkpoint_id", "select", "subgraphs");
    fields.refuse("select", "states come whole");
    String namespace = namespace(fields);
    Optional<String> id = RunRequest.checkpointId(fields);
    if (!namespace.isEmpty()) {
      return inside(ThreadId.of(threadId), namespace, id);
    }
    boolean subgraphs = fields.find("subgraphs", Kind.FLAG).orElse(false);
    return id.map(it -> at(threadId, it, subgraphs)).orElseGet(() -> get(threadId, subgraphs));
  }

  @GetMapping("/{checkpointId}")
  @Operation(summary = "The state of a thread at a checkpoint")
  ThreadStateResource at(
      @PathVariable String threadId,
      @PathVariable String checkpointId,
      @RequestParam(defaultValue = "false") boolean subgraphs) {
    ThreadId thread = ThreadId.of(threadId);
    long checkpoint = CheckpointIds.number(thread, checkpointId);
    return resource(runtime.snapshot(thread, checkpoint), subgraphs);
  }

  /** Returns the subgraph that a request names by its checkpoint; empty for the graph itself. */
  static String namespace(Fields fields) {
    return fields
        .fields("checkpoint")
        .map(it -> it.value("checkpoint_ns"))
        .map(String::valueOf)
        .orElse("");
  }

  /** Returns a subgraph as it stands, or as it stood at one of its checkpoints. */
  private ThreadStateResource inside(ThreadId thread, String namespace, Optional<String> id) {
    ThreadSnapshot now = runtime.snapshot(thread);
    boolean isNow =
        id.isEmpty()
            || now.subgraphs().stream()
                .filter(it -> it.namespace().equals(namespace))
                .anyMatch(it -> it.checkpoint() == CheckpointIds.number(thread, id.get()));
    return isNow
        ? new SubgraphStates(runtime, now).of(subgraph(now, namespace))
        : earlier(thread, namespace, id.get());
  }

  private ThreadStateResource earlier(ThreadId thread, String namespace, String id) {
    long checkpoint = CheckpointIds.number(thread, id);
    HistoryQuery newest = HistoryQuery.all().namespace(namespace).before(checkpoint + 1).limit(1);
    return runtime.history(thread, newest).stream()
        .map(HistoryEntry::snapshot)
        .filter(snapshot -> snapshot.checkpoint() == checkpoint)
        .map(snapshot -> ThreadStateResource.of(snapshot, namespace, runtime.codec()))
        .findFirst()
        .orElseThrow(
            () ->
                new StateMissingException(
                    thread.value(), checkpoint, "the subgraph '" + namespace + "' has none such"));
  }

  static SubgraphView subgraph(ThreadSnapshot snapshot, String namespace) {
    return snapshot.subgraphs().stream()
        .filter(it -> it.namespace().equals(namespace))
        .findFirst()
        .orElseThrow(
            () ->
                new StateMissingException(
                    snapshot.thread().value(),
                    snapshot.checkpoint(),
                    "there is no subgraph '"
                        + namespace
                        + "', but "
                        + snapshot.subgraphs().stream().map(SubgraphView::namespace).toList()));
  }

  private ThreadStateResource resource(ThreadSnapshot snapshot, boolean subgraphs) {
    SubgraphStates states = new SubgraphStates(runtime, snapshot);
    String namespace = snapshot.namespace();
    List<TaskResource> tasks =
        subgraphs
            ? TaskResource.of(snapshot, namespace, runtime.codec(), states::of)
            : TaskResource.of(snapshot, runtime.codec());
    return ThreadStateResource.of(snapshot, namespace, runtime.codec(), tasks);
  }

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content = @Content(schema = @Schema(implementation = StateRequest.class)))
  @Operation(
      summary = "Write to the state of a thread",
      description =
          "The values pass through the reducers of their channels. With 'as_node', what follows"
              + " that node is planned; a run without input goes on from there. With"
              + " 'checkpoint_id', that checkpoint is taken up again; 'as_node': '__copy__' copies"
              + " it beside itself.")
  StateUpdated edit(
      @PathVariable String threadId,
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    StateRequest request = StateRequest.read(body);
    ThreadSnapshot before = runtime.snapshot(ThreadId.of(threadId));
    IdempotencyKey known = IdempotencyKey.of(key);
    String editId = known.edit(before.thread());
    return known.isGiven() ? editOnce(before, request, editId) : edit(before, request, editId);
  }

  private StateUpdated editOnce(ThreadSnapshot before, StateRequest request, String editId) {
    return edited(before.thread(), editId, request.namespace(), 1)
        .or(
            () -> {
              StateUpdated unused = edit(before, request, editId);
              return edited(before.thread(), editId, request.namespace(), 1);
            })
        .map(it -> CheckpointResource.of(before.thread(), request.namespace(), it))
        .map(StateUpdated::new)
        .orElseThrow();
  }

  /** What follows an edit is asked for, and may make one more checkpoint before a run begins. */
  private Optional<Long> edited(ThreadId thread, String editId, String namespace, long from) {
    return runtime.events(thread, from).stream()
        .dropWhile(event -> checkpoint(event, editId).isEmpty())
        .takeWhile(event -> checkpoint(event, editId).isPresent() || !isOther(event))
        .flatMap(event -> checkpoint(event, editId).or(() -> committed(event, namespace)).stream())
        .reduce((earlier, later) -> later);
  }

  private static boolean isOther(RunEvent event) {
    return event instanceof RunEvent.RunStarted || event instanceof HeadEvent;
  }

  private static Optional<Long> committed(RunEvent event, String namespace) {
    return event instanceof RunEvent.StepCommitted commit && commit.namespace().equals(namespace)
        ? Optional.of(commit.checkpoint())
        : Optional.empty();
  }

  private static Optional<Long> checkpoint(RunEvent event, String id) {
    if (event instanceof HeadEvent.StateEdited edited && edited.editId().equals(id)) {
      return Optional.of(edited.checkpoint());
    }
    return event instanceof HeadEvent.Forked forked && forked.forkId().equals(id)
        ? Optional.of(forked.checkpoint())
        : Optional.empty();
  }

  private StateUpdated edit(ThreadSnapshot before, StateRequest request, String editId) {
    Graph graph = graphOf(before);
    if (!request.namespace().isEmpty()) {
      return editInside(request, before, graph, editId);
    }
    ThreadId thread = before.thread();
    long last = edit(before, request, graph, editId).checkpoint(); // maybe of a run that follows
    long made = edited(thread, editId, Frame.ROOT, before.lastEvent() + 1).orElse(last);
    return new StateUpdated(CheckpointResource.of(thread, Math.min(made, last)));
  }

  private ThreadSnapshot edit(
      ThreadSnapshot before, StateRequest request, Graph graph, String editId) {
    ThreadId thread = before.thread();
    String id = request.checkpointId();
    long checkpoint = id == null ? before.checkpoint() : CheckpointIds.number(thread, id);
    if (COPY.equals(request.asNode())) {
      requireNoValues(request);
      return runtime.fork(thread, editId, Fork.of(checkpoint).asSibling());
    }
    NodeEdit edit = new NodeEdit(update(request, graph), nodeOf(request, before));
    return checkpoint == before.checkpoint()
        ? runtime.editState(thread, editId, graph.name(), List.of(edit))
        : runtime.fork(thread, editId, Fork.of(checkpoint).editing(edit));
  }

  private static void requireNoValues(StateRequest request) {
    if (request.values().stream().anyMatch(it -> !it.isEmpty())) {
      throw new InvalidInputException(
          "a copy of a checkpoint (" + COPY + ")",
          "no values (an edit at the checkpoint, without 'as_node', begins beside it with some)",
          "some");
    }
  }

  /** Before the first run, values are an input. */
  private static @Nullable String nodeOf(StateRequest request, ThreadSnapshot before) {
    String node = request.asNode();
    boolean isInput = INPUT.equals(node) || (node == null && before.checkpoint() == 0);
    return isInput ? Graph.START : node;
  }

  private StateUpdated editInside(
      StateRequest request, ThreadSnapshot before, Graph graph, String editId) {
    SubgraphView inside = subgraph(before, request.namespace());
    StateUpdate update = update(request, Namespaces.graphOf(graph, inside.namespace()));
    NodeEdit edit = new NodeEdit(update, request.asNode());
    String id = request.checkpointId();
    long checkpoint = id == null ? inside.checkpoint() : CheckpointIds.number(before.thread(), id);
    ThreadSnapshot after =
        checkpoint == inside.checkpoint()
            ? runtime.editSubgraph(before.thread(), editId, inside.namespace(), List.of(edit))
            : runtime.fork(before.thread(), editId, Fork.of(checkpoint).editing(edit));
    long made =
        edited(after.thread(), editId, inside.namespace(), before.lastEvent() + 1)
            .orElse(inside.checkpoint());
    return new StateUpdated(CheckpointResource.of(after.thread(), inside.namespace(), made));
  }

  private Graph graphOf(ThreadSnapshot thread) {
    return Optional.ofNullable(thread.graph())
        .or(() -> Optional.ofNullable(thread.metadata().get("graph_id")).map(String::valueOf))
        .map(assistants::graph)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "thread '" + thread.thread() + "'",
                    "a graph, by a first run or by 'graph_id' in the metadata of the thread",
                    "none"));
  }

  private StateUpdate update(StateRequest request, Graph graph) {
    return request.values().stream()
        .map(values -> runtime.codec().update(values, graph.schema(), "the edit"))
        .reduce(StateUpdate.empty(), StateUpdate::and);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> busy(ThreadBusyException failure) {
    return Problem.of(failure, HttpStatus.CONFLICT).answer();
  }

  @Schema(name = "StateUpdated")
  record StateUpdated(CheckpointResource checkpoint) {}

  @Schema(name = "StateRequest", description = "Writes to the state of a thread.")
  record StateRequest(
      @Schema(implementation = Object.class, example = "{\"value\":\"x\"}")
          List<Map<String, @Nullable Object>> values,
      @JsonProperty("as_node") @Nullable String asNode,
      @JsonProperty("checkpoint_id") @Nullable String checkpointId,
      @JsonProperty("checkpoint_ns") String namespace) {
    static StateRequest read(@Nullable Object body) {
      Fields fields = Fields.ofBody(body).only("as_node", "checkpoint", "checkpoint_id", "values");
      return new StateRequest(
          fields.objects("values"),
          fields.find("as_node", Kind.TEXT).orElse(null),
          RunRequest.checkpointId(fields).orElse(null),
          ThreadStateController.namespace(fields));
    }
  }

  private record SubgraphStates(GraphRuntime runtime, ThreadSnapshot snapshot) {

    ThreadStateResource of(SubgraphView subgraph) {
      List<TaskResource> tasks =
          TaskResource.of(snapshot, subgraph.namespace(), runtime.codec(), this::of);
      return new ThreadStateResource(
          runtime.codec().plain(runtime.stateAt(snapshot.thread(), subgraph.checkpoint())),
          subgraph.next(),
          tasks,
          metadata(subgraph),
          WireTime.of(subgraph.at()),
          checkpoint(subgraph, subgraph.checkpoint()),
          subgraph.parent() == 0 ? null : checkpoint(subgraph, subgraph.parent()),
          tasks.stream().flatMap(task -> task.interrupts().stream()).toList());
    }

    private Map<String, Object> metadata(SubgraphView subgraph) {
      Map<String, Object> metadata = new LinkedHashMap<>();
      metadata.put("step", subgraph.step());
      metadata.put("thread_id", snapshot.thread().value());
      metadata.put("checkpoint_ns", subgraph.namespace());
      return metadata;
    }

    private CheckpointResource checkpoint(SubgraphView subgraph, long number) {
      return CheckpointResource.of(snapshot.thread(), subgraph.namespace(), number);
    }
  }
}
