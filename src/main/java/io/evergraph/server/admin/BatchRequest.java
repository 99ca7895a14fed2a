package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.server.Fields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to try failed tasks of many threads again.
 *
 * @param graph the graph whose tasks are meant; null takes any
 * @param node the node whose tasks are meant; null takes any
 * @param error a part of the error, class name and message; null takes any
 * @param limit how many threads are looked at
 * @param batchId the id of the batch
 * @param dryRun whether only to tell what would be done
 * @param concurrency how many threads are spoken to at a time
 */
@Schema(name = "BatchRequest", description = "Tries failed tasks of many threads again.")
record BatchRequest(
    @Schema(description = "The name of a graph; left out for any.") @Nullable String graph,
    @Schema(description = "The name of a node; left out for any.") @Nullable String node,
    @Schema(description = "A part of the error, class name and message; left out for any.")
        @Nullable String error,
    @Schema(defaultValue = "1000") int limit,
    @Schema(
            description =
                "Sending the same id again serves no thread twice; left out for a new one.")
        @JsonProperty("batch_id")
        String batchId,
    @Schema(description = "Only tell what would be done.") @JsonProperty("dry_run") boolean dryRun,
    @Schema(defaultValue = "8") int concurrency) {
  private static final int MOST_AT_A_TIME = 64;

  static BatchRequest read(@Nullable Object body) {
    Fields fields = Fields.ofBody(body);
    Optional<Integer> limit = Optional.ofNullable(fields.count("limit"));
    return new BatchRequest(
        fields.text("graph").orElse(null),
        fields.text("node").orElse(null),
        fields.text("error").orElse(null),
        limit.orElse(ThreadQuery.DEFAULT_LIMIT),
        fields.text("batch_id").orElseGet(TimeOrderedId::next),
        fields.flag("dry_run"),
        concurrency(fields));
  }

  private static int concurrency(Fields fields) {
    int asked =
        Optional.ofNullable(fields.count("concurrency")).orElse(ParkedTasks.DEFAULT_CONCURRENCY);
    if (asked > MOST_AT_A_TIME) {
      throw fields.misfit("concurrency", "at most " + MOST_AT_A_TIME, asked);
    }
    return asked;
  }

  ParkedQuery query() {
    return new ParkedQuery(null, graph, node, error, limit);
  }
}
