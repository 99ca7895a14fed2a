package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.OutputMode;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Teams of agents: supervisors and swarms. */
class TeamContract extends RuntimeContract {
  private static final String TO_R = "Successfully transferred to r";
  private static final String TO_W = "Successfully transferred to w";
  private static final String TO_BOB = "Successfully transferred to bob";

  /** What the workers may call. */
  private static final class Desk {
    @Tool("Adds")
    String add() {
      return "3";
    }
  }

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  private String named(String name) {
    return name + "-" + thread().value();
  }

  private Supervisor supervisor(ScriptedChat model) {
    return Supervisor.of(named("org"), ModelSource.of(model));
  }

  private static AiMessage to(String id, String agent) {
    return calls(call(id, "transfer_to_" + agent, "{}"));
  }

  private RunResult say(Graph graph, String text) {
    return start(graph, StateUpdate.of(MESSAGES, Message.user(text)));
  }

  private static List<String> texts(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(Messages.paired(chat)).isEqualTo(chat);
    return chat.stream().map(Message::text).toList();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReportTheLastMessageOrTheWholeHistoryOfWorkers(OutputMode mode) {
    ScriptedChat reader = ScriptedChat.of(calls(call("a", "add", "{}")), says("R found"));
    ScriptedChat writer = ScriptedChat.of(says("W wrote"));
    Graph org =
        supervisor(ScriptedChat.of(to("1", "r"), to("2", "w"), says("done")))
            .worker(agent("r", reader).tools(Toolset.from(new Desk())).build())
            .worker(agent("w", writer).build())
            .output(mode)
            .build();

    RunResult result = say(org, "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<String> expected = new ArrayList<>(List.of("Hi", "", TO_R));
    expected.addAll(
        mode == OutputMode.FULL_HISTORY ? List.of("", "3", "R found") : List.of("R found"));
    expected.addAll(List.of("", TO_W, "W wrote", "done"));
    assertThat(texts(result)).isEqualTo(expected);
    assertThat(writer.requests().get(0).messages().toString()).contains("R found");
  }

  @Test
  void shouldTellTheSupervisorWhatAWorkerFoundWhateverItsHooksSay() {
    ScriptedChat boss = ScriptedChat.of(to("1", "r"), says("done"));
    ScriptedChat reader = ScriptedChat.of(says("R found"));
    Graph org = supervisor(boss).worker(agent("r", reader).with(new Talkative()).build()).build();

    RunResult result = say(org, "Hi");

    assertThat(texts(result)).containsExactly("Hi", "", TO_R, "R found", "done");
  }

  private record Verdict(boolean granted) {}

  @ParameterizedTest
  @EnumSource
  void shouldTellTheSupervisorTheTypedAnswerOfAWorkerOnce(OutputMode mode) {
    ScriptedChat judge = ScriptedChat.of(calls(call("v", "answer", "{\"granted\":true}")));
    ScriptedChat boss = ScriptedChat.of(to("1", "j"), says("granted"));
    Graph org =
        supervisor(boss)
            .worker(agent("j", judge).answer(Verdict.class).build())
            .output(mode)
            .build();

    RunResult result = say(org, "Hi");

    assertThat(texts(result)).startsWith("Hi", "").endsWith("granted");
    assertThat(boss.requests()).hasSize(2);
    assertThat(boss.requests().get(1).messages().toString()).contains("{\"granted\":true}");
  }

  /** Says something at each point of a supervisor's turn. */
  private record Talkative() implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      return HookResult.tell("Be brief.");
    }

    @Override
    public HookResult afterAgent(HookContext context) {
      return HookResult.tell("That was it.");
    }
  }

  @Test
  void shouldPassTheChatOnThoughAHookSaysSomethingAfterTheTransfer() {
    ScriptedChat boss = ScriptedChat.of(to("1", "r"), says("done"));
    ScriptedChat reader = ScriptedChat.of(says("R found"));
    Graph org = supervisor(boss).worker(agent("r", reader).build()).with(new Talkative()).build();

    RunResult result = say(org, "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).contains("R found", "done");
    assertThat(reader.requests()).hasSize(1);
    assertThat(boss.requests()).hasSize(2);
  }

  private static Graph meets(String name, CyclicBarrier both) {
    NodeAction meets =
        context -> {
          both.await(30, TimeUnit.SECONDS);
          String seen =
              context.state().get(MESSAGES).stream()
                  .filter(Message.Assistant.class::isInstance)
                  .flatMap(it -> ((Message.Assistant) it).toolCalls().stream())
                  .map(ToolCall::name)
                  .collect(Collectors.joining(","));
          return Command.update(MESSAGES, Message.assistant(name + " saw " + seen));
        };
    return Graph.builder(name)
        .channels(MESSAGES)
        .node("meet", meets)
        .edge(Graph.START, "meet")
        .build();
  }

  @Test
  void shouldRunWorkersOfOneMessageSideBySideEachWithItsOwnTransfer() {
    CyclicBarrier both = new CyclicBarrier(2);
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "transfer_to_r", "{}"), call("2", "transfer_to_w", "{}")),
            says("done"));
    Graph org = supervisor(model).worker(meets("r", both)).worker(meets("w", both)).build();

    RunResult result = say(org, "Hi");

    assertThat(texts(result))
        .containsExactly(
            "Hi", "", TO_R, TO_W, "r saw transfer_to_r", "w saw transfer_to_w", "done");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldShowTheQuestionOfAWorker() {
    ScriptedChat worker = ScriptedChat.of(calls(call("a", "add", "{}")), says("It is 3"));
    Graph org =
        supervisor(ScriptedChat.of(to("1", "r"), says("done")))
            .worker(agent("r", worker).tools(Toolset.from(new Desk())).approve("add").build())
            .build();

    assertThat(say(org, "Hi").status()).isEqualTo(RunStatus.WAITING);
    RunResult result = answer(Answer.single(Map.of("type", "approve")));

    assertThat(texts(result)).containsExactly("Hi", "", TO_R, "It is 3", "done");
    assertThat(worker.requests()).hasSize(2);
  }

  @Test
  void shouldTellTheSupervisorOfAWorkerThatEndsWithoutAMessage() {
    Graph silent =
        Graph.builder("r")
            .channels(MESSAGES)
            .node("n", context -> Command.none())
            .edge(Graph.START, "n")
            .build();
    Graph org =
        supervisor(ScriptedChat.of(to("1", "r"), says("done"))).worker(silent).version("2").build();

    assertThat(texts(say(org, "Hi")))
        .containsExactly("Hi", "", TO_R, "'r' has ended without a message.", "done");
    assertThat(org.version()).isEqualTo("2");
  }

  @Test
  void shouldEndTheTurnOfASupervisorAtItsLimit() {
    Graph org =
        supervisor(ScriptedChat.of(to("1", "r"), to("2", "r"), says("next turn")))
            .worker(agent("r", ScriptedChat.of(says("R found"))).build())
            .maxHandoffs(1)
            .build();

    assertThat(texts(say(org, "Hi")))
        .last()
        .isEqualTo("The limit of 1 handoffs in a turn is reached.");
    assertThat(texts(say(org, "Again"))).last().isEqualTo("next turn");
  }

  private Swarm swarm(ScriptedChat alice, ScriptedChat bob) {
    return Swarm.of(named("swarm"))
        .agents(
            agent("alice", alice)
                .tools(Toolset.from(new Desk()))
                .with(Handoff.to("bob").and("carol"))
                .build(),
            agent("bob", bob).with(Handoff.to("alice")).build(),
            agent("carol", ScriptedChat.of()).build());
  }

  @Test
  void shouldMakeTheOtherCallsOfAMessageThatHandsOver() {
    ScriptedChat bob = ScriptedChat.of(says("bob here"));
    ScriptedChat alice =
        ScriptedChat.of(calls(call("1", "add", "{}"), call("2", "transfer_to_bob", "{}")));

    RunResult result = say(swarm(alice, bob).build(), "Hi");

    assertThat(texts(result)).containsExactly("Hi", "", "3", TO_BOB, "bob here");
    assertThat(result.state().get(Swarm.ACTIVE_AGENT)).isEqualTo("bob");
    assertThat(alice.requests()).hasSize(1);
    assertThat(bob.requests().get(0).messages().toString()).contains("3");
  }

  @Test
  void shouldTakeTheFirstOfTwoHandoffs() {
    ScriptedChat alice =
        ScriptedChat.of(
            calls(call("1", "transfer_to_bob", "{}"), call("2", "transfer_to_carol", "{}")));

    RunResult result = say(swarm(alice, ScriptedChat.of(says("bob here"))).build(), "Hi");

    assertThat(texts(result))
        .containsExactly(
            "Hi", "", TO_BOB, "Multiple handoffs detected, ignoring this one.", "bob here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"alone", "shared", "kept"})
  void shouldGoOnWithTheActiveAgentInTheNextTurn(String place) {
    ScriptedChat alice = ScriptedChat.of(to("1", "bob"));
    Graph swarm = swarm(alice, ScriptedChat.of(says("one"), says("two"))).build();
    Graph graph = place.equals("alone") ? swarm : around(swarm, place);

    assertThat(texts(say(graph, "Hi"))).containsExactly("Hi", "", TO_BOB, "one");
    assertThat(texts(say(graph, "And?"))).containsExactly("Hi", "", TO_BOB, "one", "And?", "two");
    assertThat(alice.requests()).hasSize(1);
  }

  private Graph around(Graph swarm, String place) {
    boolean isShared = place.equals("shared");
    var outer = Graph.builder(named("larger")).channels(MESSAGES);
    if (isShared) {
      outer.channels(Swarm.ACTIVE_AGENT);
    }
    return outer
        .subgraph("team", swarm, isShared ? Embedding.DEFAULT : Embedding.perThread())
        .edge(Graph.START, "team")
        .build();
  }

  @Test
  void shouldEndTheTurnOfASwarmAtItsLimit() {
    Graph swarm =
        swarm(
                ScriptedChat.of(to("1", "bob"), to("3", "bob")),
                ScriptedChat.of(to("2", "alice"), says("next turn")))
            .maxHops(2)
            .build();

    assertThat(texts(say(swarm, "Hi")))
        .last()
        .isEqualTo("The limit of 2 handoffs in a turn is reached.");
    assertThat(texts(say(swarm, "Again"))).last().isEqualTo("next turn");
  }

  @Test
  void shouldLetAgentsShareOneHandoffAndGoOnWhereOneHandsOverToItself() {
    Handoff shared = Handoff.to("alice").and("bob");
    ScriptedChat alice = ScriptedChat.of(to("1", "bob"));
    ScriptedChat bob = ScriptedChat.of(to("2", "bob"), says("bob here"));
    Graph swarm =
        Swarm.of(named("swarm"))
            .agents(
                agent("alice", alice).with(shared).build(), agent("bob", bob).with(shared).build())
            .build();

    RunResult result = say(swarm, "Hi");

    assertThat(texts(result)).containsExactly("Hi", "", TO_BOB, "", TO_BOB, "bob here");
    assertThat(alice.requests()).hasSize(1);
  }

  @Test
  void shouldHandOverToTheAgentThatAReviewerChose() {
    ScriptedChat alice = ScriptedChat.of(to("1", "bob"));
    ScriptedChat carol = ScriptedChat.of(says("carol here"));
    Graph swarm =
        Swarm.of(named("swarm"))
            .agents(
                agent("alice", alice)
                    .with(Handoff.to("bob").and("carol"))
                    .approve("transfer_to_bob")
                    .build(),
                agent("bob", ScriptedChat.of()).build(),
                agent("carol", carol).build())
            .build();
    assertThat(say(swarm, "Hi").status()).isEqualTo(RunStatus.WAITING);

    Map<String, Object> action = Map.of("name", "transfer_to_carol", "args", Map.of());
    RunResult result = answer(Answer.single(Map.of("type", "edit", "edited_action", action)));

    assertThat(texts(result)).last().isEqualTo("carol here");
    assertThat(alice.requests()).hasSize(1);
  }

  @Test
  void shouldRefuseTeamsThatCannotWork() {
    Graph alice = agent("alice", ScriptedChat.of()).build();

    assertThatThrownBy(() -> Swarm.of("s").agents(alice).build())
        .hasMessageContaining("at least 2 agents")
        .hasMessageContaining("[alice]");
    assertThatThrownBy(() -> Swarm.of("s").agents(alice, alice)).hasMessageContaining("'alice'");
    assertThatThrownBy(() -> Swarm.of("s").maxHops(0)).hasMessageContaining("found 0");
    assertThatThrownBy(() -> supervisor(ScriptedChat.of()).build())
        .hasMessageContaining("at least 1 worker");
  }
}
