package io.evergraph.agent.flow;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.TestServer;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Flows of agents at their edges, and when their workers are lost. */
class AgentFlowTest {
  private static final StateUpdate PENS = StateUpdate.of(MESSAGES, Message.user("pens"));
  private static final int DELAYED_RUNS = 20;
  private static final int LONGEST_DELAY_MILLIS = 8;
  private static final int LOST_WORKERS = 4;
  private static final long SEED = 11;

  private final Map<String, Integer> calls = new ConcurrentHashMap<>();

  private Graph agent(String name, NodeAction action) {
    return Graph.builder(name)
        .channels(Channel.of(name, String.class), AgentFlow.TASK)
        .node(
            name,
            context -> {
              calls.merge(name, 1, Integer::sum);
              return action.run(context);
            })
        .edge(Graph.START, name)
        .build();
  }

  private Graph echoes(String name) {
    return agent(
        name,
        context ->
            Command.update(
                StateUpdate.of(Map.of(name, name + " " + context.state().get(AgentFlow.TASK)))));
  }

  private static RunResult run(Graph flow) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      return runtime.start(flow, ThreadId.random(), PENS).await();
    }
  }

  private static LlmRoutingAgent desk(ScriptedChat router) {
    return LlmRoutingAgent.of("desk", ModelSource.of(router));
  }

  @Test
  void shouldMergeInDeclaredOrderWhicheverIsReadyFirst() {
    Random random = new Random(SEED);
    CountDownLatch never = new CountDownLatch(1);
    Graph[] agents = new Graph[3];
    for (int i = 0; i < agents.length; i++) {
      String name = "agent" + i;
      agents[i] =
          agent(
              name,
              context -> {
                never.await(random.nextInt(LONGEST_DELAY_MILLIS), TimeUnit.MILLISECONDS);
                return Command.update(StateUpdate.of(Map.of(name, name)));
              });
    }
    Graph flow = ParallelAgent.of("opinions").agents(agents).merge(Merge.joined("|")).build();

    for (int i = 0; i < DELAYED_RUNS; i++) {
      assertThat(run(flow).state().value("opinions")).isEqualTo("agent0|agent1|agent2");
    }
  }

  @Test
  void shouldMergeByTheUsersFunctionThoughOneAgentHasNoResult() {
    Graph silent = agent("silent", context -> Command.none());
    Graph flow =
        ParallelAgent.of("opinions")
            .agents(echoes("loud"), silent)
            .merge(Merge.with(String.class, results -> results.keySet().toString()))
            .build();

    assertThat(run(flow).state().value("opinions")).isEqualTo("[loud]");
  }

  @Test
  void shouldRefuseAnAgentThatStandsInAFlowTwice() {
    Graph same = echoes("same");

    assertThatThrownBy(
            () ->
                ConditionalAgent.of("gate")
                    .when(state -> false, same)
                    .when(state -> true, same)
                    .build())
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("'same' stands in the flow twice");
    assertThatThrownBy(
            () -> desk(ScriptedChat.of()).agent(same, "invoices").agent(same, "errors").build())
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("'same' stands in the flow twice");
  }

  @Test
  void shouldParkAfterTheLastChoiceWithoutAskingTheModelMoreOften() {
    ScriptedChat router = ScriptedChat.of(says("a"), says("b"), says("c"), says("d"), says("e"));
    Graph flow = desk(router).agent(echoes("billing"), "invoices").build();

    assertThat(run(flow).status()).isEqualTo(RunStatus.PARKED);
    assertThat(router.requests()).hasSize(1 + LlmRoutingAgent.DEFAULT_RETRIES);
  }

  @Test
  void shouldTellTheModelThatAQueryIsMissing() {
    ScriptedChat router =
        ScriptedChat.of(
            says("{\"agents\":[{\"agent\":\"billing\"}]}"),
            says("{\"agents\":[{\"agent\":\"billing\",\"query\":\"q\"}]}"));
    Graph flow = desk(router).agent(echoes("billing"), "invoices").build();

    assertThat(run(flow).state().value("desk")).isEqualTo("billing q");
    assertThat(router.requests()).hasSize(2);
  }

  /**
   * The run in memory and the one whose workers are lost call each agent once; a worker that is
   * lost behind the code of a task has that one called again, and no other.
   */
  private void assertNothingFinishedRunsAgain(Graph flow, int callsOfOneRun) {
    try (GraphRun run = GraphRun.of(flow).on(TestServer.memory()).input(PENS).start();
        GraphRun lost = run.killedAnywhere(LOST_WORKERS, SEED)) {
      lost.assertThat().finished();
    }
    int all = calls.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(all).isBetween(3 * callsOfOneRun, 3 * callsOfOneRun + LOST_WORKERS);
  }

  @Test
  void shouldKeepWhatHasFinishedInParallelAgentsWhenWorkersAreLost() {
    assertNothingFinishedRunsAgain(
        ParallelAgent.of("three").agents(echoes("x"), echoes("y"), echoes("z")).build(), 3);
  }

  @Test
  void shouldKeepTheTurnsOfALoopWhenWorkersAreLost() {
    assertNothingFinishedRunsAgain(LoopAgent.of("five").agent(echoes("x")).times(5).build(), 5);
  }

  @Test
  void shouldKeepWhatChosenAgentsDidWhenWorkersAreLost() {
    String both =
        "{\"agents\":[{\"agent\":\"x\",\"query\":\"1\"},{\"agent\":\"y\",\"query\":\"2\"}]}";
    ScriptedChat router =
        ScriptedChat.of(
            Collections.nCopies(3 + LOST_WORKERS, says(both)).toArray(AiMessage[]::new));
    assertNothingFinishedRunsAgain(
        desk(router).several(true).agent(echoes("x"), "a").agent(echoes("y"), "b").build(), 2);
  }
}
