package io.evergraph.agent.flow;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.langchain4j.data.message.AiMessage;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Answer;
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
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.TestServer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Flows of agents at their edges, and when their workers are lost. */
@Tag("slow")
class AgentFlowTest {
  private static final StateUpdate PENS = StateUpdate.of(MESSAGES, Message.user("pens"));
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
  void shouldLeaveAGraphAsItWasBuiltWhenItsFlowGoesOn() {
    ParallelAgent opinions = ParallelAgent.of("opinions").agents(echoes("a"), echoes("b"));
    LoopAgent loop = LoopAgent.of("twice").agent(echoes("c")).times(2);
    Graph parallel = opinions.build();
    Graph twice = loop.build();

    Graph next = opinions.version("2").agents(echoes("d")).build();
    Graph often = loop.version("2").times(5).build();

    assertThat(run(parallel).state().value("opinions"))
        .isEqualTo(Map.of("a", "a pens", "b", "b pens"));
    assertThat(run(next).state().value("opinions")).asString().contains("d pens");
    assertThat(run(twice).state().value("loop.twice")).isEqualTo(2);
    assertThat(run(often).state().value("loop.twice")).isEqualTo(5);
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

  /** Merges by name in two turns, the second of which b does not come through by itself. */
  private Object mergedInSecondTurn(Graph b, StateUpdate skip) {
    Graph flow = ParallelAgent.of("opinions").agents(echoes("a"), b).build();
    ThreadId thread = ThreadId.random();
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      assertThat(runtime.start(flow, thread, PENS).await().state().value("opinions"))
          .isEqualTo(Map.of("a", "a pens", "b", "b pens"));
      RunResult second =
          runtime.start(flow, thread, StateUpdate.of(MESSAGES, Message.user("ink"))).await();
      if (second.status() == RunStatus.PARKED) {
        second = runtime.answer(thread, Answer.skip(skip)).await();
      }
      return second.state().value("opinions");
    }
  }

  private Graph failsInSecondTurn(String name) {
    return agent(
        name,
        context -> {
          if (calls.get(name) > 1) {
            throw new IllegalArgumentException("out of ink");
          }
          return Command.update(StateUpdate.of(Map.of(name, name + " pens")));
        });
  }

  @Test
  void shouldMergeOnlyWhatAgentsGaveInThisTurn() {
    Graph once =
        agent(
            "b",
            context ->
                calls.get("b") > 1
                    ? Command.none()
                    : Command.update(StateUpdate.of(Map.of("b", "b pens"))));

    assertThat(mergedInSecondTurn(once, StateUpdate.empty())).isEqualTo(Map.of("a", "a ink"));
  }

  @Test
  void shouldNotMergeWhatAnAgentThatIsSkippedGaveInAnEarlierTurn() {
    assertThat(mergedInSecondTurn(failsInSecondTurn("b"), StateUpdate.empty()))
        .isEqualTo(Map.of("a", "a ink"));
  }

  @Test
  void shouldMergeWhatAPersonGivesForAnAgentThatIsSkipped() {
    assertThat(mergedInSecondTurn(failsInSecondTurn("b"), StateUpdate.of(Map.of("b", "b pens"))))
        .isEqualTo(Map.of("a", "a ink", "b", "b pens"));
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
    assertThat(asked(router, 1)).contains("[billing] without a query for each");
  }

  private static String asked(ScriptedChat model, int request) {
    return model.requests().get(request).messages().toString();
  }

  @Test
  void shouldTellTheModelWhichAgentsItNamedWronglyAndWhichThereAre() {
    ScriptedChat router =
        ScriptedChat.of(
            says("{\"agents\":[{\"agent\":\"sales\",\"query\":\"q\"}]}"),
            says(
                "{\"agents\":[{\"agent\":\"tech\",\"query\":\"q\"},"
                    + "{\"agent\":\"billing\",\"query\":\"q\"}]}"),
            says("{\"agents\":[{\"agent\":\"tech\",\"query\":\"q\"}]}"));
    Graph flow =
        desk(router)
            .prompt("Send machines that burn to tech.")
            .agent(echoes("billing"), "invoices")
            .agent(echoes("tech"), "errors")
            .build();

    assertThat(run(flow).state().value("desk")).isEqualTo("tech q");
    assertThat(asked(router, 0))
        .contains("Send machines that burn to tech.\n\nChoose one of these");
    assertThat(asked(router, 1)).contains("Expected one of the agents [billing, tech]", "[sales]");
    assertThat(asked(router, 2)).contains("found [tech, billing]");
  }

  @Test
  void shouldTakeTheFirstConditionThatHoldsAndNoAgentWhereNoneDoes() {
    ConditionalAgent gate =
        ConditionalAgent.of("gate")
            .when(state -> false, echoes("never"))
            .when(state -> true, echoes("first"))
            .when(state -> true, echoes("second"));

    assertThat(run(gate.build()).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(
            run(ConditionalAgent.of("shut").when(state -> false, echoes("never")).build()).status())
        .isEqualTo(RunStatus.FINISHED);
    assertThat(calls).isEqualTo(Map.of("first", 1));
  }

  private static List<String> problems(AgentFlow<?> flow) {
    return catchThrowableOfType(InvalidGraphException.class, flow::build).problems();
  }

  @Test
  void shouldTellAllThatIsWrongWithALoop() {
    Channel<Integer> number = Channel.of("number", Integer.class);
    Graph silent =
        Graph.builder("silent").node("n", context -> Command.none()).edge(Graph.START, "n").build();
    LoopAgent loop = LoopAgent.of(" ").agent(echoes("a"), number).agent(silent).times(-1).atMost(3);

    assertThat(problems(loop))
        .containsExactly(
            "the flow needs a name; found ' '",
            "agent 'a' has a result of java.lang.String and channel 'number' holds"
                + " java.lang.Integer; name one of its type",
            "agent 'silent' has neither a chat nor a channel 'silent'; name the channel that holds"
                + " its result",
            "a loop has one agent; found 2",
            "times must be 0 to 1000; found -1",
            "until and atMost belong together; found one of them, add the other");
    ListChannel<String> items = ListChannel.append("items", String.class);
    assertThat(problems(LoopAgent.of("none").collect(items)))
        .containsExactly(
            "a flow needs an agent; found none",
            "a loop needs one of times, until and over; found 0",
            "parallel and collect are for the elements of a list; add over(<list>)");
    assertThat(problems(LoopAgent.of("each").agent(echoes("a")).over(items, 0)))
        .containsExactly("parallel must be at least 1; found 0");
    assertThat(problems(LoopAgent.of("each").agent(echoes("a")).over(items, 2)))
        .containsExactly("several elements at once have several results; add collect(<list>)");
    LoopAgent.of("most").agent(echoes("a")).times(LoopAgent.MAX_TURNS).build();
  }

  @Test
  void shouldWorkOnElementsThatAnAgentAppendsToTheListMeanwhile() {
    ListChannel<String> items = ListChannel.append("items", String.class);
    ListChannel<String> results = ListChannel.append("results", String.class);
    Graph worker =
        Graph.builder("worker")
            .channels(Channel.of("worker", String.class), AgentFlow.TASK, items)
            .node("worker", context -> worked(context.state().get(AgentFlow.TASK), items))
            .edge(Graph.START, "worker")
            .build();
    Graph flow =
        LoopAgent.of("each").agent(worker).channels(items).over(items, 3).collect(results).build();

    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      StateUpdate input = PENS.with(items, List.of("one", "two"));
      RunResult result = runtime.start(flow, ThreadId.random(), input).await();

      assertThat(result.orThrow().state().get(results))
          .containsExactly("did one", "did two", "did three");
    }
  }

  private static Command worked(String task, ListChannel<String> items) {
    StateUpdate result = StateUpdate.of(Map.of("worker", "did " + task));
    return Command.update(task.equals("one") ? result.with(items, List.of("three")) : result);
  }

  @Test
  void shouldTellAllThatIsWrongWithOtherFlows() {
    assertThat(problems(SequentialAgent.of("")))
        .containsExactly("the flow needs a name; found ''", "a flow needs an agent; found none");
    assertThat(problems(ParallelAgent.of("a").agents(echoes("a"), echoes("b"))))
        .containsExactly(
            "agent 'a' and the merge have the output 'a'; name another one for the merge");
    assertThat(problems(ConditionalAgent.of("gate").otherwise(echoes("a"))))
        .containsExactly("a choice needs a condition; add when(<condition>, <agent>)");
    assertThat(problems(desk(ScriptedChat.of()).retries(-1).output(Channel.of("n", Integer.class))))
        .containsExactly(
            "a flow needs an agent; found none",
            "retries must be at least 0; found -1",
            "the merge makes java.lang.String and channel 'n' holds java.lang.Integer; name one of"
                + " its type");
    assertThat(problems(desk(ScriptedChat.of()).fallback(echoes("a"))))
        .containsExactly("a model chooses among agents; found the fallback alone, add agent(…)");
  }

  @Test
  void shouldBeginALoopAnewWhenTheMessageClearsWhatItsConditionReads() {
    Channel<String> a = Channel.of("a", String.class);
    Graph loop =
        LoopAgent.of("loop")
            .agent(echoes("a"))
            .until(state -> state.find(a).isPresent())
            .atMost(3)
            .build();
    ThreadId thread = ThreadId.random();
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      runtime.start(loop, thread, PENS).await();
      runtime.start(loop, thread, PENS).await();
      assertThat(calls).containsEntry("a", 1);

      runtime.start(loop, thread, PENS.with(a, null)).await();
    }

    assertThat(calls).containsEntry("a", 2);
  }

  @Test
  void shouldNameTheSourceOfWhatTheUserDidNotSay() {
    Graph loop = LoopAgent.of("loop").agent(echoes("a")).until(state -> false).atMost(1).build();
    ScriptedChat merging = ScriptedChat.of(says("both"));
    Graph flow =
        ParallelAgent.of("flow")
            .agents(loop, echoes("b"))
            .merge(Merge.by(ModelSource.of(merging), "One answer."))
            .build();

    assertThat(run(loop).state().get(MESSAGES))
        .extracting(it -> it.metadata().get(Message.SOURCE))
        .containsExactly(null, "a", "loop");
    assertThat(run(flow).state().get(MESSAGES))
        .extracting(it -> it.metadata().get(Message.SOURCE))
        .containsExactly(null, "loop", "b", "flow");
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
