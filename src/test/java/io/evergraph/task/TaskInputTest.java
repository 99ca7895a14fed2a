package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What of the input of a task is recorded. */
class TaskInputTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Channel<String> ORDER = Channel.of("order", String.class);
  private static final Channel<String> NOTE = Channel.of("note", String.class);

  private final GraphRuntime runtime = InMemoryRuntime.of(discreet());

  @AfterEach
  void closeRuntime() {
    runtime.close();
  }

  /** An agent that wants no secrets to be kept, and refuses what is rude. */
  private static Graph discreet() {
    return Graph.builder("support")
        .channels(ORDER, NOTE)
        .hidden(NOTE)
        .onInput(TaskInputTest::taken)
        .node("work", context -> Command.update(ORDER, "done " + context.state().get(ORDER)))
        .edge(Graph.START, "work")
        .build();
  }

  private static StateUpdate taken(StateUpdate input) {
    List<Write> writes =
        input.writes().stream().map(it -> it.withValue(withoutSecret("" + it.value()))).toList();
    return new StateUpdate(writes);
  }

  private static String withoutSecret(String text) {
    if (text.startsWith("rude")) {
      throw new IllegalArgumentException("Be polite.");
    }
    return text.replace("4711", "[PIN]");
  }

  private static AgentRequest saying(String words) {
    return AgentRequest.to("support", "ann").input("order", words);
  }

  @Test
  void shouldRecordAnInputAsItsGraphTakesIt() throws Exception {
    try (AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(runtime).build()) {
      TaskHandle task = desk.execute(saying("my PIN is 4711"));
      TaskRecord end = task.await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.FINISHED);
      assertThat(task.admitted().input()).containsEntry("order", "my PIN is [PIN]");
      assertThat(end.input()).isEqualTo(task.admitted().input());
      assertThat(runtime.snapshot(task.thread()).state().get(ORDER))
          .isEqualTo("done my PIN is [PIN]");
    }
  }

  @Test
  void shouldLeaveNoRecordOfAnInputThatItsGraphRefuses() {
    try (AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(runtime).build()) {
      assertThatThrownBy(() -> desk.execute(saying("rude 4711"))).hasMessageContaining("polite");
      assertThatThrownBy(() -> desk.execute(saying("well").input("note", "mine")))
          .isInstanceOf(UnknownChannelException.class);

      assertThat(desk.tasks(TaskQuery.all())).isEmpty();
    }
  }
}
