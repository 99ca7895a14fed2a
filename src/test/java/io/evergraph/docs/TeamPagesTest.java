package io.evergraph.docs;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page on teams shows is compiled, and does what it says. */
class TeamPagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/TeamExample.java"));

  @ParameterizedTest
  @ValueSource(strings = {"tools", "supervisor", "swarm"})
  void shouldShowTheTeamThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/teams.md"), part);
  }

  private static Graph says(String name, String text) {
    return ReactAgent.of(name, ModelSource.of(ScriptedChat.of(ScriptedChat.says(text)))).build();
  }

  private static RunResult run(Graph graph) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      StateUpdate input = StateUpdate.of(ReactAgent.MESSAGES, Message.user("Hi"));
      return runtime.start(graph, ThreadId.random(), input).await();
    }
  }

  private static List<String> texts(RunResult result) {
    return result.state().get(ReactAgent.MESSAGES).stream().map(Message::text).toList();
  }

  @Test
  void shouldAskBeforeTheAgentThatIsToBeApproved() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "math", "{\"task\":\"1+1\"}")));

    RunResult result = run(TeamExample.asTools(model, says("research", "x"), says("math", "2")));

    assertThat(result.status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void shouldPassTheChatOnAsThePageSays() {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "transfer_to_writer", "{}")), ScriptedChat.says("done"));

    RunResult result =
        run(TeamExample.supervisor(model, says("research", "x"), says("writer", "text")));

    assertThat(texts(result))
        .containsExactly("Hi", "", "Successfully transferred to writer", "text", "done");
  }

  @Test
  void shouldHandOverAsThePageSays() {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "transfer_to_support", "{}")), ScriptedChat.says("I help"));

    assertThat(texts(run(TeamExample.swarm(model))))
        .containsExactly("Hi", "", "Successfully transferred to support", "I help");
  }
}
