package io.evergraph.server.langgraph;

import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Write;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

@Schema(name = "Task", description = "A node in progress.")
record TaskResource(
    String id,
    String name,
    @Nullable String error,
    List<InterruptResource> interrupts,
    @Nullable CheckpointResource checkpoint,
    @Nullable ThreadStateResource state,
    @Nullable Map<String, @Nullable Object> result) {

  static List<TaskResource> of(ThreadSnapshot snapshot, StateCodec codec) {
    return of(snapshot, snapshot.namespace(), codec, subgraph -> null);
  }

  static List<TaskResource> of(
      ThreadSnapshot snapshot,
      String namespace,
      StateCodec codec,
      Function<SubgraphView, @Nullable ThreadStateResource> states) {
    return snapshot.tasks().stream()
        .filter(task -> task.namespace().equals(namespace))
        .map(task -> of(task, snapshot, codec, states))
        .toList();
  }

  private static TaskResource of(
      TaskView task,
      ThreadSnapshot snapshot,
      StateCodec codec,
      Function<SubgraphView, @Nullable ThreadStateResource> states) {
    Optional<SubgraphView> inside =
        snapshot.subgraphs().stream().filter(it -> task.id().equals(it.taskId())).findFirst();
    List<TaskView> family =
        snapshot.tasks().stream()
            .filter(other -> other.equals(task) || isWithin(other.namespace(), inside))
            .toList();
    return new TaskResource(
        task.id(),
        task.node(),
        family.stream().map(TaskView::error).filter(it -> it != null).findFirst().orElse(null),
        family.stream()
            .flatMap(other -> other.interrupts().stream())
            .map(InterruptResource::of)
            .toList(),
        inside.map(it -> CheckpointResource.of(snapshot.thread(), it.namespace(), 0)).orElse(null),
        inside.map(states).orElse(null),
        result(task, codec));
  }

  private static @Nullable Map<String, @Nullable Object> result(TaskView task, StateCodec codec) {
    List<Write> writes = task.writes();
    if (writes == null) {
      return null;
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    writes.forEach(write -> values.put(write.channel(), codec.plain(write.value())));
    return values;
  }

  private static boolean isWithin(String namespace, Optional<SubgraphView> subgraph) {
    return subgraph.filter(it -> (namespace + "|").startsWith(it.namespace() + "|")).isPresent();
  }
}
