package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(name = "Thread", description = "A line of runs that share their state.")
record ThreadResource(
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("updated_at") String updatedAt,
    Map<String, Object> metadata,
    @Schema(allowableValues = {"idle", "busy", "interrupted", "error"}) String status,
    Map<String, Object> config,
    @Nullable Map<String, @Nullable Object> values,
    Map<String, List<InterruptResource>> interrupts,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RunError error) {

  static ThreadResource of(ThreadSnapshot snapshot, StateCodec codec) {
    return new ThreadResource(
        snapshot.thread().value(),
        WireTime.of(snapshot.createdAt()),
        WireTime.of(snapshot.at()),
        metadata(snapshot),
        name(snapshot.status()),
        Map.of(),
        snapshot.checkpoint() == 0 ? null : codec.plain(snapshot.state()),
        interrupts(snapshot, codec),
        snapshot.error() == null ? null : RunError.of(snapshot.error()));
  }

  /** How clients know a status. */
  static String name(ThreadStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /** The metadata with the names under which LangGraph keeps the graph of a thread. */
  static Map<String, Object> metadata(ThreadSnapshot snapshot) {
    Map<String, Object> metadata = new LinkedHashMap<>(snapshot.metadata());
    String graph = snapshot.graph();
    if (graph != null) {
      metadata.put("graph_id", graph);
      metadata.put("assistant_id", Assistants.idOf(graph));
    }
    return metadata;
  }

  private static Map<String, List<InterruptResource>> interrupts(
      ThreadSnapshot snapshot, StateCodec codec) {
    Map<String, List<InterruptResource>> byTask = new LinkedHashMap<>();
    for (TaskResource task : TaskResource.of(snapshot, codec)) {
      if (!task.interrupts().isEmpty()) {
        byTask.put(task.id(), task.interrupts());
      }
    }
    return byTask;
  }
}
