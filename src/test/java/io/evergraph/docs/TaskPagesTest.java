package io.evergraph.docs;

import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.RequestRefusedException;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskState;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What the page on tasks shows is compiled, and does what it says. */
class TaskPagesTest {
  @Test
  void shouldShowTheCodeThatIsCompiled() {
    new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/TaskExample.java"))
        .assertShownOn(Path.of("docs/orchestrator.md"), "desk");
  }

  @Test
  void shouldRunATaskOfAnAgentWhereTheAccountIsOpen() throws Exception {
    Graph support = AgentExample.support(ScriptedChat.of(says("It was delivered.")));
    List<String> audit = new CopyOnWriteArrayList<>();
    try (GraphRuntime runtime = InMemoryRuntime.of(support)) {
      assertThat(TaskExample.run(runtime, user -> true, audit).state())
          .isEqualTo(TaskState.FINISHED);
      assertThatThrownBy(() -> TaskExample.run(runtime, user -> false, audit))
          .isInstanceOf(RequestRefusedException.class);
    }
    assertThat(audit).containsExactly("support FINISHED");
  }
}
