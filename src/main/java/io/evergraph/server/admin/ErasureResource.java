package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.ThreadId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;

/** What an erasure did, or would do, as operators see it. */
@Schema(name = "Erasure", description = "What an erasure did, or would do.")
public record ErasureResource(
    @JsonProperty("dry_run") boolean dryRun,
    boolean complete,
    List<String> threads,
    List<Entry> entries) {
  /** Returns the form of it. */
  public static ErasureResource of(ErasureReport report) {
    return new ErasureResource(
        report.dryRun(),
        report.isComplete(),
        report.threads().stream().map(ThreadId::value).toList(),
        report.entries().stream().map(Entry::of).toList());
  }

  /** What became of one place; enums are in lower case. */
  @Schema(name = "ErasureEntry", description = "What became of one place.")
  public record Entry(String place, String subject, String outcome, int count, String reason) {
    /** Returns the form of it. */
    public static Entry of(ErasureReport.Entry entry) {
      return new Entry(
          entry.place().name().toLowerCase(Locale.ROOT),
          entry.subject(),
          entry.outcome().name().toLowerCase(Locale.ROOT),
          entry.count(),
          entry.reason());
    }
  }
}
