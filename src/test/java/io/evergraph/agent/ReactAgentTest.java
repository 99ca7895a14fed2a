package io.evergraph.agent;

import static io.evergraph.agent.ReactAgent.BRANCH;
import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.Limits;
import io.evergraph.llm.Message;
import io.evergraph.llm.ModelSource;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.ToolErrorPolicy;
import io.evergraph.llm.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent of four nodes. */
class ReactAgentTest {
  private static final ThreadId THREAD = ThreadId.of("t");
  private static final ToolSpecification CLOCK =
      ToolSpecification.builder().name("clock").description("Tells the time.").build();

  private final InMemoryRuntime runtime = InMemoryRuntime.of();

  @AfterEach
  void close() {
    runtime.close();
  }

  private static ReactAgent agent(ScriptedChat model) {
    return ReactAgent.of("agent", ModelSource.of(model))
        .tools(Toolset.of(CLOCK, (called, context) -> "noon"));
  }

  private RunResult say(Graph graph, String text) {
    return runtime.start(graph, THREAD, StateUpdate.of(MESSAGES, Message.user(text))).await();
  }

  @Test
  void shouldCallToolsUntilTheModelHasItsAnswer() {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "clock", "{}")), calls(call("1", "clock", "{}")), says("It is noon."));

    RunResult result = say(agent(model).build(), "How late is it?");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("How late is it?", "", "noon", "", "noon", "It is noon.");
    assertThat(result.state().get(BRANCH)).isEqualTo("end");
    assertThat(nodes())
        .containsExactly("llm", "branch", "clock", "llm", "branch", "clock", "llm", "branch");
  }

  private List<String> nodes() {
    return runtime.events(THREAD, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .filter(node -> !node.equals(Graph.START))
        .toList();
  }

  @Test
  void shouldTellTheModelOfAFailedToolWhereItsPolicySaysSo() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "clock", "{}")), says("I cannot see it."));
    Toolset broken =
        Toolset.of(
            CLOCK,
            (called, context) -> {
              throw new IllegalStateException("The clock has stopped");
            });

    RunResult result =
        say(
            agent(model).tools(broken).toolErrors(ToolErrorPolicy.TELL_MODEL).build(),
            "How late is it?");

    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly(
            "How late is it?",
            "",
            "IllegalStateException: The clock has stopped",
            "I cannot see it.");
  }

  @Test
  void shouldGoOnWithTheSameChatWhenTheUserSaysMore() {
    ScriptedChat model = ScriptedChat.of(says("Hello!"), says("Bye!"));
    Graph graph = agent(model).prompt("Be kind.").build();

    say(graph, "Hi");
    RunResult result = say(graph, "Bye");

    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "Hello!", "Bye", "Bye!");
    assertThat(model.requests().get(1).messages()).hasSize(4);
  }

  @Test
  void shouldEndWithAMessageWhenTheModelWasAskedTooOften() {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "clock", "{}")), calls(call("2", "clock", "{}")));

    RunResult result =
        say(
            agent(model).limits(Limits.perTurn(turn -> turn.modelCalls(2))).build(),
            "How late is it?");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES).get(5).text())
        .isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldRefuseToApproveToolsThatDoNotExist() {
    assertThatThrownBy(() -> agent(ScriptedChat.of()).approve("clock", "calendar").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'calendar'");
  }
}
