package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.BlobCleanUp;
import io.swagger.v3.oas.annotations.media.Schema;

/** What a clean-up of large values did, or would do, as operators see it. */
@Schema(name = "BlobCleanUp", description = "What a clean-up did, or would do.")
public record BlobCleanUpResource(
    @JsonProperty("dry_run") boolean dryRun,
    @Schema(description = "How many values were removed, or would be.") int removed,
    @Schema(description = "How many stay because something names them.") int named,
    @Schema(description = "How many stay only because they were put lately.") int recent) {
  /** Returns the form of it. */
  public static BlobCleanUpResource of(BlobCleanUp.Report report) {
    return new BlobCleanUpResource(
        report.dryRun(), report.removed(), report.named(), report.recent());
  }
}
