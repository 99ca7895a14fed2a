package io.evergraph.server.langgraph;

import io.evergraph.error.NotOfferedException;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.server.Fields;
import io.evergraph.server.IdempotencyKey;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Runs at set times. 422 where what drives the runs has no schedules. */
@RestController
@Tag(name = "Crons", description = "Runs of a graph at set times, each on a thread of its own.")
record CronsController(GraphRuntime runtime, Assistants assistants) {
  private static final String PATH = "/runs/crons";
  private static final int USUAL_LIMIT = 10;
  private static final Set<String> COUNTED = Set.of("assistant_id", "metadata", "thread_id");
  private static final Set<String> SEARCHED =
      Set.of(
          "assistant_id",
          "enabled",
          "limit",
          "metadata",
          "offset",
          "select",
          "sort_by",
          "sort_order",
          "thread_id");

  @PostMapping(PATH)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = "application/json",
              schema = @Schema(implementation = CronRequest.Form.class),
              examples =
                  @ExampleObject(
                      "{\"assistant_id\":\"approval\",\"schedule\":\"0 3 * * MON-FRI\","
                          + "\"timezone\":\"Europe/Berlin\",\"input\":{\"request\":\"a refund\"}}")))
  @Operation(
      summary = "Begin runs at set times",
      description = "The body holds beside the times what a run without a thread takes.")
  CronResource create(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String header,
      @RequestBody(required = false) @Nullable Object body) {
    CronRequest request = CronRequest.read(body);
    IdempotencyKey key = IdempotencyKey.of(header);
    Graph graph = assistants.graph(request.run().assistantId());
    Schedule wanted = request.schedule(key.schedule(), graph, runtime.codec());
    try {
      return CronResource.of(runtime.schedules().create(wanted));
    } catch (ScheduleExistsException exists) {
      if (key.isGiven()) {
        return CronResource.of(runtime.schedules().get(wanted.id()));
      }
      throw exists;
    }
  }

  @PostMapping("/threads/{threadId}/runs/crons")
  @Operation(
      summary = "Refused: each run of a schedule has a thread of its own",
      description = "POST /runs/crons begins runs at set times.")
  CronResource createOnThread(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    Graph graph = assistants.graph(CronRequest.read(body).run().assistantId());
    throw new NotOfferedException(
        "schedule of graph '" + graph.name() + "' on thread '" + threadId + "'",
        "the runtime '" + runtime.info().kind() + "'",
        "Each run of a schedule has a thread of its own: POST /runs/crons.");
  }

  @PatchMapping(PATH + "/{cronId}")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content = @Content(schema = @Schema(implementation = CronRequest.Form.class)))
  @Operation(
      summary = "Change, pause or resume runs at set times",
      description = "What is left out stays as it is; \"enabled\": false pauses.")
  CronResource change(
      @PathVariable String cronId, @RequestBody(required = false) @Nullable Object body) {
    return CronResource.of(runtime.schedules().change(cronId, known -> changed(known, body)));
  }

  private Schedule changed(Schedule known, @Nullable Object body) {
    Graph graph = runtime.graphs().graph(known.graph());
    return CronRequest.change(body, known.graph()).changed(known, graph, runtime.codec());
  }

  @DeleteMapping(PATH + "/{cronId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(summary = "Begin no more runs", description = "Those that have begun go on.")
  void delete(@PathVariable String cronId) {
    runtime.schedules().delete(cronId);
  }

  @PostMapping(PATH + "/search")
  @Operation(
      summary = "The schedules, newest first",
      description =
          "The body may hold assistant_id, enabled, metadata, limit and offset. One that has just"
              + " been created may be missing for a moment.")
  List<CronResource> search(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only(SEARCHED);
    fields.refuse("select", "crons come whole");
    fields.refuse("sort_by", "the newest come first", "created_at");
    fields.refuse("sort_order", "the newest come first", "desc");
    Optional<Boolean> enabled = fields.find("enabled", Kind.FLAG);
    return found(fields)
        .filter(any -> enabled.isEmpty() || any.enabled() == enabled.get())
        .skip(fields.find("offset", Kind.NUMBER).orElse(0))
        .limit(fields.find("limit", Kind.NUMBER).orElse(USUAL_LIMIT))
        .toList();
  }

  @PostMapping(PATH + "/count")
  @Operation(
      summary = "How many schedules there are",
      description = "The body may hold assistant_id and metadata.")
  long count(@RequestBody(required = false) @Nullable Object body) {
    return found(Fields.ofBody(body).only(COUNTED)).count();
  }

  private Stream<CronResource> found(Fields fields) {
    if (fields.find("thread_id", Kind.TEXT).isPresent()) {
      return Stream.empty();
    }
    MetadataFilter metadata = MetadataFilter.of(fields);
    Optional<String> graph =
        fields.find("assistant_id", Kind.TEXT).map(assistants::graph).map(Graph::name);
    return runtime.schedules().list().stream()
        .filter(any -> graph.isEmpty() || graph.get().equals(any.schedule().graph()))
        .sorted(Comparator.comparing(ScheduleView::created).reversed())
        .map(CronResource::of)
        .filter(any -> metadata.takes(any.metadata()));
  }
}
