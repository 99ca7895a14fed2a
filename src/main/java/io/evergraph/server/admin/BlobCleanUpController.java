package io.evergraph.server.admin;

import io.evergraph.error.NotOfferedException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.BlobCleanUp;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/admin/blob-clean-ups")
@Tag(name = "Erasure", description = "Threads, and all that is recorded of a user, removed.")
record BlobCleanUpController(
    GraphRuntime runtime,
    ObjectProvider<BlobStore> blobs,
    ObjectProvider<Store> stores,
    ObjectProvider<TaskRecords> tasks) {

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"grace_seconds\":86400,\"dry_run\":true}")))
  @Operation(
      summary = "Remove the large values that nothing names any more",
      description =
          "Reads all histories, stores and caches first. A value stays for 'grace_seconds' (a day,"
              + " at least an hour) after it was last put.")
  BlobCleanUpResource cleanUp(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only("dry_run", "grace_seconds");
    BlobStore values =
        Optional.ofNullable(blobs.getIfAvailable())
            .orElseThrow(
                () ->
                    new NotOfferedException(
                        "store of large values", "this server", "Set evergraph.blobs.store."));
    int usual = (int) BlobCleanUp.USUAL_GRACE.toSeconds();
    return BlobCleanUpResource.of(
        BlobCleanUp.of(runtime, values)
            .store(stores.getIfAvailable())
            .tasks(tasks.getIfAvailable())
            .grace(Duration.ofSeconds(fields.find("grace_seconds", Kind.NUMBER).orElse(usual)))
            .dryRun(fields.find("dry_run", Kind.FLAG).orElse(false))
            .run(Instant.now()));
  }
}
