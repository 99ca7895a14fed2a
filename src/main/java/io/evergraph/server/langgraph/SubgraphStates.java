package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.ThreadSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

record SubgraphStates(GraphRuntime runtime, ThreadSnapshot snapshot) {

  ThreadStateResource of(SubgraphView subgraph) {
    List<TaskResource> tasks =
        TaskResource.of(snapshot, subgraph.namespace(), runtime.codec(), this::of);
    return new ThreadStateResource(
        runtime.codec().plain(runtime.stateAt(snapshot.thread(), subgraph.checkpoint())),
        subgraph.next(),
        tasks,
        metadata(subgraph),
        WireTime.of(subgraph.at()),
        checkpoint(subgraph, subgraph.checkpoint()),
        subgraph.parent() == 0 ? null : checkpoint(subgraph, subgraph.parent()),
        tasks.stream().flatMap(task -> task.interrupts().stream()).toList());
  }

  private Map<String, Object> metadata(SubgraphView subgraph) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("step", subgraph.step());
    metadata.put("thread_id", snapshot.thread().value());
    metadata.put("checkpoint_ns", subgraph.namespace());
    return metadata;
  }

  private CheckpointResource checkpoint(SubgraphView subgraph, long number) {
    return CheckpointResource.of(snapshot.thread(), subgraph.namespace(), number);
  }
}
