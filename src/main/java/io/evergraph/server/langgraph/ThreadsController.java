package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.Fields;
import io.evergraph.server.IdempotencyKey;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/threads")
@Tag(name = "Threads", description = "Lines of runs that share their state.")
record ThreadsController(GraphRuntime runtime) {

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content = @Content(schema = @Schema(implementation = ThreadRequest.class)))
  @Operation(
      summary = "Create a thread",
      description = "Its first run binds it to a graph; metadata.graph_id does so for /state.")
  ThreadResource create(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    return resource(create(ThreadRequest.read(body), IdempotencyKey.of(key)));
  }

  private ThreadSnapshot create(ThreadRequest request, IdempotencyKey key) {
    String named = request.threadId();
    ThreadId thread = named == null ? key.thread("/threads") : ThreadId.of(named);
    try {
      return runtime.create(thread, request.metadata());
    } catch (ThreadExistsException exists) {
      if (request.toleratesExisting() || (named == null && key.isGiven())) {
        return runtime.snapshot(thread);
      }
      throw exists;
    }
  }

  @GetMapping("/{threadId}")
  @Operation(summary = "How a thread is doing, and the questions that it waits for")
  ThreadResource get(@PathVariable String threadId) {
    return resource(runtime.snapshot(ThreadId.of(threadId)));
  }

  @PostMapping("/{threadId}/copy")
  @Operation(
      summary = "A new thread that begins where this one stands",
      description = "Open tasks wait there for a run without input.")
  ThreadResource copy(@PathVariable String threadId) {
    return resource(runtime.copy(ThreadId.of(threadId), ThreadId.random()));
  }

  @DeleteMapping("/{threadId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(summary = "End and forget a thread")
  void delete(@PathVariable String threadId) {
    runtime.delete(ThreadId.of(threadId));
  }

  private ThreadResource resource(ThreadSnapshot snapshot) {
    return ThreadResource.of(snapshot, runtime.codec());
  }

  @Schema(name = "ThreadRequest", description = "Creates a thread.")
  record ThreadRequest(
      @Schema(description = "A UUID or any URL-safe name; left out for a new one.")
          @JsonProperty("thread_id")
          @Nullable String threadId,
      @Schema(description = "Free facts.") Map<String, Object> metadata,
      @Schema(allowableValues = {"raise", "do_nothing"}) @JsonProperty("if_exists")
          String ifExists) {
    private static final Kind<String> IF_EXISTS = Kind.oneOf("raise", "do_nothing");

    static ThreadRequest read(@Nullable Object body) {
      Fields fields =
          Fields.ofBody(body)
              .only("graph_id", "if_exists", "metadata", "supersteps", "thread_id", "ttl");
      fields.refuse("supersteps", "this server cannot create a thread with a history yet");
      fields.refuse("ttl", "threads stay until they are deleted");
      Map<String, Object> metadata =
          new LinkedHashMap<>(fields.find("metadata", Kind.VALUES).orElse(Map.of()));
      fields.find("graph_id", Kind.TEXT).ifPresent(graph -> metadata.put("graph_id", graph));
      return new ThreadRequest(
          fields.find("thread_id", Kind.TEXT).orElse(null),
          metadata,
          fields.find("if_exists", IF_EXISTS).orElse("raise"));
    }

    boolean toleratesExisting() {
      return ifExists.equals("do_nothing");
    }
  }
}
