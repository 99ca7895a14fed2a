package io.evergraph.agent;

import static io.evergraph.agent.ReactAgent.BRANCH;
import static io.evergraph.testkit.ScriptedModel.calls;
import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.ScriptedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An agent of four nodes. */
@ExtendWith(EvergraphExtension.class)
class ReactAgentTest {
  private static final ToolSpecification CLOCK =
      ToolSpecification.builder().name("clock").description("Tells the time.").build();

  private static ReactAgent agent(ScriptedModel model) {
    return ReactAgent.of("agent", ModelSource.of(model))
        .tools(Toolset.of(CLOCK, (called, context) -> "noon"));
  }

  private static GraphRun asked(ReactAgent agent) {
    return GraphRun.of(agent.build()).user("How late is it?").start();
  }

  @Test
  void shouldCallToolsUntilTheModelHasItsAnswer() {
    ScriptedModel model =
        ScriptedModel.says(calls("clock", "{}"), calls("clock", "{}"), text("It is noon."));

    GraphRun run = asked(agent(model));

    assertThat(run)
        .finished()
        .holds(BRANCH, "end")
        .ran("llm", "branch", "clock", "llm", "branch", "clock", "llm", "branch")
        .chatIsValid();
    assertThat(run.chat())
        .extracting(Message::text)
        .containsExactly("How late is it?", "", "noon", "", "noon", "It is noon.");
  }

  @Test
  void shouldTellTheModelOfAFailedToolWhereItsPolicySaysSo() {
    Toolset broken =
        Toolset.of(
            CLOCK,
            (called, context) -> {
              throw new IllegalStateException("The clock has stopped");
            });
    ScriptedModel model = ScriptedModel.says(calls("clock", "{}"), text("I cannot see it."));

    GraphRun run = asked(agent(model).tools(broken).toolErrors(ToolErrorPolicy.TELL_MODEL));

    assertThat(run).said("I cannot see it.").chatIsValid();
    assertThat(run.chat().get(2).text()).isEqualTo("IllegalStateException: The clock has stopped");
  }

  @Test
  void shouldGoOnWithTheSameChatWhenTheUserSaysMore() {
    ScriptedModel model = ScriptedModel.says(text("Hello!"), text("Bye!"));

    GraphRun run = asked(agent(model).prompt("Be kind.")).user("Bye");

    assertThat(run.chat())
        .extracting(Message::text)
        .containsExactly("How late is it?", "Hello!", "Bye", "Bye!");
    assertThat(model.requests().get(1).messages()).hasSize(4);
  }

  @Test
  void shouldEndWithAMessageWhenTheModelWasAskedTooOften() {
    ScriptedModel model = ScriptedModel.says(calls("clock", "{}"), calls("clock", "{}"));

    GraphRun run = asked(agent(model).limits(Limits.perTurn(turn -> turn.modelCalls(2))));

    assertThat(run).finished().said("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldRefuseToApproveToolsThatDoNotExist() {
    assertThatThrownBy(() -> agent(ScriptedModel.says()).approve("clock", "calendar").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'calendar'");
  }
}
