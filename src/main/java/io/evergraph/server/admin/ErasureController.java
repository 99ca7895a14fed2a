package io.evergraph.server.admin;

import io.evergraph.graph.Store;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/admin/erasures")
@Tag(name = "Erasure", description = "Threads, and all that is recorded of a user, removed.")
record ErasureController(
    GraphRuntime runtime,
    ObjectProvider<Store> stores,
    ObjectProvider<TaskRecords> tasks,
    ObjectProvider<Erasure.Places> places) {

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"user\":\"ann\",\"dry_run\":true}")))
  @Operation(
      summary = "Remove a thread, or all that is recorded of a user, wherever it is kept",
      description =
          "Give 'thread_id' or 'user'. The same request again removes what could not be reached.")
  ErasureResource erase(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only("dry_run", "namespace", "thread_id", "user");
    Erasure erasure =
        Erasure.on(runtime)
            .store(stores.getIfAvailable())
            .tasks(tasks.getIfAvailable())
            .places(places.getIfAvailable(() -> Erasure.Places.ALL))
            .dryRun(fields.find("dry_run", Kind.FLAG).orElse(false));
    Optional<String> user = fields.find("user", Kind.TEXT);
    if (user.isPresent() && fields.find("thread_id", Kind.TEXT).isPresent()) {
      throw fields.misfit("user", "it or 'thread_id', not both", user.get());
    }
    if (user.isEmpty() && fields.find("namespace", Kind.TEXT).isPresent()) {
      throw fields.misfit("namespace", "it beside 'user': a thread has no items", "no 'user'");
    }
    return ErasureResource.of(
        user.map(name -> erasure.user(name, namespaces(fields)))
            .orElseGet(
                () ->
                    erasure.thread(
                        ThreadId.of(fields.required("thread_id", "a thread, or 'user'")))));
  }

  private static List<List<String>> namespaces(Fields fields) {
    return fields
        .find("namespace", Kind.TEXT)
        .map(it -> List.of(List.of(it.split("/", -1))))
        .orElse(List.of());
  }
}
