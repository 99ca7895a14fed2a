package io.evergraph.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.TaskHandle;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskRequestTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Channel<String> ORDER = Channel.of("order", String.class);

  private static Map<String, @Nullable Object> body(@Nullable Object order, String... more) {
    Map<String, @Nullable Object> input = new LinkedHashMap<>();
    input.put("order", order);
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("agent", "support");
    body.put("user", "ann");
    body.put("input", input);
    for (String thread : more) {
      body.put("thread_id", thread);
    }
    return body;
  }

  @Test
  void shouldWriteNullWhereTheInputSaysSo() throws Exception {
    Graph graph =
        Graph.builder("support")
            .channels(ORDER)
            .node("work", context -> Command.none())
            .edge(Graph.START, "work")
            .build();
    try (GraphRuntime runtime = InMemoryRuntime.of(graph);
        AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(runtime).build()) {
      TaskHandle first = desk.execute(TaskRequest.read(body("7"), null));
      String thread = first.await(LONGEST).thread();
      TaskHandle second = desk.execute(TaskRequest.read(body(null, thread), null));
      TaskRecord end = second.await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.FINISHED);
      assertThat(end.input()).containsEntry("order", null);
      assertThat(runtime.snapshot(second.thread()).state().values()).containsEntry("order", null);
    }
  }
}
