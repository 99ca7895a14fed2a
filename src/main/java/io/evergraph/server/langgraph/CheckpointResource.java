package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ThreadId;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(name = "Checkpoint", description = "Names a checkpoint; ids of one thread sort by age.")
record CheckpointResource(
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("checkpoint_ns") String checkpointNs,
    @JsonProperty("checkpoint_id") @Nullable String checkpointId,
    @JsonProperty("checkpoint_map") @Nullable Object checkpointMap) {

  static CheckpointResource of(ThreadId thread, long number) {
    return of(thread, "", number);
  }

  /** Names a checkpoint of a subgraph, or with number 0 the subgraph alone. */
  static CheckpointResource of(ThreadId thread, String namespace, long number) {
    return new CheckpointResource(
        thread.value(), namespace, number == 0 ? null : CheckpointIds.of(thread, number), null);
  }
}
