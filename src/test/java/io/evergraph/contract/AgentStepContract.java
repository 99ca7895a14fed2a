package io.evergraph.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Which agents of a flow run at once, and what becomes of the others when one fails. */
class AgentStepContract extends RuntimeContract {
  private static final StateUpdate PENS = StateUpdate.of(ReactAgent.MESSAGES, Message.user("pens"));
  private static final ListChannel<Integer> PAGES = ListChannel.append("pages", Integer.class);
  private static final ListChannel<String> READ = ListChannel.append("read", String.class);
  private static final Channel<Integer> ITEM = Channel.of("item", Integer.class);

  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private final CountDownLatch begun = new CountDownLatch(1);

  private Graph agent(String name, NodeAction action) {
    return Graph.builder(name)
        .channels(Channel.of(name, String.class), AgentFlow.TASK, ITEM)
        .node(
            name,
            context -> {
              calls.merge(name, 1, Integer::sum);
              return action.run(context);
            },
            NodePolicy.builder().attempts(1).build())
        .edge(Graph.START, name)
        .build();
  }

  private Graph says(String name) {
    return agent(
        name,
        context ->
            Command.update(
                StateUpdate.of(Map.of(name, name + " " + context.state().get(AgentFlow.TASK)))));
  }

  private String named() {
    return "flow-" + thread().value();
  }

  /** Returns the agents of each superstep of the flow in which any was planned. */
  private List<List<String>> agentsAtOnce() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.StepPlanned.class::isInstance)
        .map(RunEvent.StepPlanned.class::cast)
        .filter(step -> step.namespace().isEmpty())
        .map(step -> step.tasks().stream().map(RunEvent.PlannedNode::node).toList())
        .filter(nodes -> nodes.stream().noneMatch(it -> it.contains(".")))
        .toList();
  }

  @Test
  void shouldRunNoMoreAgentsAtOnceThanTheFlowAllows() {
    RunResult result =
        start(
            ParallelAgent.of(named())
                .agents(says("x"), says("y"), says("z"))
                .maxConcurrency(2)
                .merge(Merge.joined("|"))
                .build(),
            PENS);

    assertThat(agentsAtOnce()).containsExactly(List.of("x", "y"), List.of("z"));
    assertThat(result.state().value(named())).isEqualTo("x pens|y pens|z pens");
  }

  @Test
  void shouldWorkOnAsManyElementsAtOnceAsTheLoopSaysAndAnewInTheNextTurn() {
    Graph reader =
        agent(
            "reader",
            context ->
                Command.update(
                    StateUpdate.of(Map.of("reader", "page " + context.state().get(ITEM)))));
    Graph loop = LoopAgent.of(named()).agent(reader).over(PAGES, 2).collect(READ).build();

    RunResult first = start(loop, PENS.with(PAGES, List.of(1, 2, 3)));
    RunResult second = start(loop, PENS.with(PAGES, List.of(4)));

    assertThat(first.state().get(READ)).containsExactly("page 1", "page 2", "page 3");
    assertThat(second.state().get(READ)).containsExactly("page 1", "page 2", "page 3", "page 4");
    assertThat(agentsAtOnce())
        .containsExactly(
            List.of("reader", "reader"),
            List.of("reader"),
            List.of("reader", "reader"),
            List.of("reader", "reader"));
  }

  @Test
  void shouldRunTheChosenAgentsAtOnceAndOnlyThoseOfTheTurn() {
    ScriptedChat router =
        ScriptedChat.of(
            ScriptedChat.says(
                "{\"agents\":[{\"agent\":\"y\",\"query\":\"1\"},{\"agent\":\"x\",\"query\":\"2\"}]}"),
            ScriptedChat.says("{\"agents\":[{\"agent\":\"y\",\"query\":\"3\"}]}"));
    Graph desk =
        LlmRoutingAgent.of(named(), ModelSource.of(router))
            .several(true)
            .agent(says("x"), "letters")
            .agent(says("y"), "calls")
            .merge(Merge.joined("|"))
            .build();

    RunResult first = start(desk, PENS);
    RunResult second = start(desk, PENS);

    assertThat(agentsAtOnce()).containsExactly(List.of("x", "y"), List.of("y"));
    assertThat(first.state().value(named())).isEqualTo("x 2|y 1");
    assertThat(second.state().value(named())).isEqualTo("y 3");
  }

  private Graph failing(String name, CountDownLatch until) {
    return agent(
        name,
        context -> {
          until.await();
          if (calls.get(name) == 1) {
            throw new IllegalStateException("told to");
          }
          return Command.update(StateUpdate.of(Map.of(name, name + " again")));
        });
  }

  @Test
  void shouldKeepWhatTheOthersFoundWhenOneAgentFails() {
    Graph flow =
        ParallelAgent.of(named())
            .agents(failing("bad", new CountDownLatch(0)), says("good"))
            .merge(Merge.joined("|"))
            .build();

    RunResult parked = start(flow, PENS);
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.state().get(ReactAgent.MESSAGES))
        .extracting(Message::text)
        .containsExactly("pens");
    assertThat(result.state().value(named())).isEqualTo("bad again|good pens");
    assertThat(calls).isEqualTo(Map.of("bad", 2, "good", 1));
  }

  @Test
  void shouldCancelTheOthersAtOnceWhereTheFlowFailsFast() {
    Graph slow =
        agent(
            "slow",
            context -> {
              begun.countDown();
              return calls.get("slow") == 1
                  ? FailureContract.stuck()
                  : Command.update(StateUpdate.of(Map.of("slow", "slow again")));
            });
    Graph flow =
        ParallelAgent.of(named())
            .agents(failing("bad", begun), slow)
            .failFast()
            .merge(Merge.joined("|"))
            .build();

    RunResult parked = start(flow, PENS);
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.state().value(named())).isEqualTo("bad again|slow again");
    assertThat(calls).isEqualTo(Map.of("bad", 2, "slow", 2));
  }
}
