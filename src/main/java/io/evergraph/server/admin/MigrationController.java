package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/admin/threads/{threadId}/migrate")
@Tag(name = "Versions", description = "Threads and the versions of their graphs.")
record MigrationController(GraphRuntime runtime) {

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content = @Content(schema = @Schema(implementation = MigrationRequest.class)))
  @Operation(
      summary = "Move a thread that has no run in progress to another version of its graph",
      description = "What it waits for or parked on goes on under that version. 409 names misfits.")
  MigrationResource migrate(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    MigrationRequest request = MigrationRequest.read(body);
    ThreadId thread = ThreadId.of(threadId);
    MigrationPlan plan = runtime.migration(thread, request.version());
    if (!request.dryRun()) {
      runtime.migrate(thread, request.version());
    }
    return new MigrationResource(
        threadId, plan.graph(), plan.from(), plan.to(), plan.misfits(), !request.dryRun());
  }

  @Schema(name = "MigrationRequest", description = "Moves a thread to a version.")
  record MigrationRequest(String version, @JsonProperty("dry_run") boolean dryRun) {
    static MigrationRequest read(@Nullable Object body) {
      Fields fields = Fields.ofBody(body).only("dry_run", "version");
      return new MigrationRequest(
          fields.required("version", "a version of the graph"),
          fields.find("dry_run", Kind.FLAG).orElse(false));
    }
  }

  @Schema(name = "Migration", description = "What a migration came to, or would.")
  record MigrationResource(
      @JsonProperty("thread_id") String threadId,
      String graph,
      String from,
      String to,
      List<String> misfits,
      boolean moved) {}
}
