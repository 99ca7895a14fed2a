package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.hook.Pii;
import io.evergraph.agent.hook.PiiKind;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What is redacted stands nowhere in the history of a workflow, its input included. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class PersonalDataContract {
  private static final String USER = "user@example.org";
  private static final String MODEL = "model@example.org";
  private static final String TOOL = "tool@example.org";

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private static ModelSource script(dev.langchain4j.data.message.AiMessage... answers) {
    return ModelSource.of(ScriptedChat.of(answers));
  }

  private ReactAgent agent(String name, ModelSource model) {
    return ReactAgent.of(name + thread.value(), model)
        .with(Pii.of(PiiKind.EMAIL).onInput().onOutput().onToolResults());
  }

  /** Returns the whole history of the thread's workflow, after one turn. */
  private String history(Graph graph) {
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("I am " + USER));
    assertThat(on.runtime().start(graph, thread, input).await().status())
        .isEqualTo(RunStatus.FINISHED);
    return on.temporal().connection().client().fetchHistory(thread.value()).getHistory().toString();
  }

  @Test
  void shouldRecordNoAddressOfUserModelOrTool() {
    Toolset look =
        Toolset.of(
            ToolSpecification.builder().name("look").build(), (call, context) -> "of " + TOOL);
    ModelSource model =
        script(calls(call("1", "look", "{\"to\":\"" + MODEL + "\"}")), says("to " + MODEL));

    String history = history(agent("redacts", model).tools(look).build());

    assertThat(history).contains("I am [REDACTED_EMAIL]", "of [REDACTED_EMAIL]");
    assertThat(history).doesNotContain(USER, MODEL, TOOL);
  }

  @Test
  void shouldRecordNoAddressThatIsForAnAgentOfAFlow() {
    Graph plain = ReactAgent.of("plain" + thread.value(), script(says("a"))).build();

    String history =
        history(
            SequentialAgent.of("flow" + thread.value())
                .agents(plain, agent("second", script(says("b"))).build())
                .build());

    assertThat(history).contains("[REDACTED_EMAIL]").doesNotContain(USER);
  }

  @Test
  void shouldRecordNoAddressThatIsForAWorkerOfASupervisor() {
    String history =
        history(
            Supervisor.of("org" + thread.value(), script(says("done")))
                .worker(agent("worker", script()).build())
                .build());

    assertThat(history).contains("[REDACTED_EMAIL]").doesNotContain(USER);
  }

  @Test
  void shouldRecordNoAddressThatIsForAnAgentOfASwarm() {
    Graph plain = ReactAgent.of("plain" + thread.value(), script(says("a"))).build();

    String history =
        history(
            Swarm.of("swarm" + thread.value())
                .agents(plain, agent("other", script()).build())
                .build());

    assertThat(history).contains("[REDACTED_EMAIL]").doesNotContain(USER);
  }
}
