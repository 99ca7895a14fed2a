package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(name = "ThreadState", description = "A thread at a checkpoint.")
record ThreadStateResource(
    Map<String, @Nullable Object> values,
    List<String> next,
    List<TaskResource> tasks,
    Map<String, Object> metadata,
    @JsonProperty("created_at") String createdAt,
    CheckpointResource checkpoint,
    @JsonProperty("parent_checkpoint") @Nullable CheckpointResource parentCheckpoint,
    List<InterruptResource> interrupts) {

  /**
   * Returns a thread at one of its checkpoints.
   *
   * @param namespace the subgraph whose checkpoint it is; empty for the graph itself
   */
  static ThreadStateResource of(ThreadSnapshot snapshot, String namespace, StateCodec codec) {
    return of(snapshot, namespace, codec, TaskResource.of(snapshot, codec));
  }

  static ThreadStateResource of(
      ThreadSnapshot snapshot, String namespace, StateCodec codec, List<TaskResource> tasks) {
    long parent = snapshot.parent();
    return new ThreadStateResource(
        codec.plain(snapshot.state()),
        snapshot.next(),
        tasks,
        metadata(snapshot),
        WireTime.of(snapshot.at()),
        CheckpointResource.of(snapshot.thread(), namespace, snapshot.checkpoint()),
        parent == 0 ? null : CheckpointResource.of(snapshot.thread(), namespace, parent),
        snapshot.interrupts().stream().map(InterruptResource::of).toList());
  }

  private static Map<String, Object> metadata(ThreadSnapshot snapshot) {
    Map<String, Object> metadata = new LinkedHashMap<>(ThreadResource.metadata(snapshot));
    Source source = snapshot.source();
    if (source != null) {
      metadata.put("source", source.name().toLowerCase(Locale.ROOT));
      metadata.put("step", snapshot.step());
      metadata.put("parents", Map.of());
      metadata.put("thread_id", snapshot.thread().value());
    }
    snapshot.runs().stream()
        .skip(Math.max(0, snapshot.runs().size() - 1))
        .forEach(run -> metadata.put("run_id", run));
    return metadata;
  }
}
