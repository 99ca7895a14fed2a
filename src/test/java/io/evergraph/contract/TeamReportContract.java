package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the workers of a supervisor are shown, and what it is told of their work. */
class TeamReportContract extends RuntimeContract {
  private Supervisor supervisor(ScriptedChat model) {
    return Supervisor.of("org-" + thread().value(), ModelSource.of(model));
  }

  private static Graph agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model)).build();
  }

  private RunResult say(Graph graph) {
    return start(graph, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static List<String> texts(RunResult result) {
    return result.state().get(MESSAGES).stream().map(Message::text).toList();
  }

  @Test
  void shouldTellTheSupervisorWhatALoopFoundThatEndsAtItsBound() {
    ScriptedChat boss = ScriptedChat.of(calls(call("1", "transfer_to_polish", "{}")), says("done"));
    Graph editor = agent("editor", ScriptedChat.of(says("draft 1"), says("draft 2")));
    Graph polish = LoopAgent.of("polish").agent(editor).until(state -> false).atMost(2).build();

    RunResult result = say(supervisor(boss).worker(polish).build());

    assertThat(texts(result))
        .containsExactly("Hi", "", "Successfully transferred to polish", "draft 2", "done");
  }

  @Test
  void shouldShowEachWorkerItsOwnTransferWhereCallsShareAnId() {
    ScriptedChat boss =
        ScriptedChat.of(
            calls(call("", "transfer_to_r", "{}"), call("", "transfer_to_w", "{}")), says("done"));
    ScriptedChat reader = ScriptedChat.of(says("R found"));
    ScriptedChat writer = ScriptedChat.of(says("W wrote"));

    say(supervisor(boss).worker(agent("r", reader)).worker(agent("w", writer)).build());

    assertThat(seen(reader)).contains("transfer_to_r").doesNotContain("transfer_to_w", "not made");
    assertThat(seen(writer)).contains("transfer_to_w").doesNotContain("transfer_to_r", "not made");
  }

  private static String seen(ScriptedChat model) {
    return model.requests().get(0).messages().toString();
  }
}
