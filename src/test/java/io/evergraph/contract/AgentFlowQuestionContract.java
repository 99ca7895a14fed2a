package io.evergraph.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.flow.SampleAgents;
import io.evergraph.agent.flow.SampleFlow;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions of agents inside flows and teams that are inside another flow themselves. */
class AgentFlowQuestionContract extends RuntimeContract {
  /** What a person decides, and what the agent is told then. */
  private enum Decision {
    APPROVE("saw pens", Map.of("type", "approve")),
    EDIT("saw pencils", Map.of("type", "edit", "args", Map.of("what", "pencils"))),
    REJECT("too dear", Map.of("type", "reject", "message", "too dear")),
    RESPOND("seen by hand", Map.of("type", "respond", "message", "seen by hand"));

    private final String told;
    private final Map<String, Object> answer;

    Decision(String told, Map<String, Object> answer) {
      this.told = told;
      this.answer = answer;
    }

    boolean runsTheTool() {
      return this == APPROVE || this == EDIT;
    }
  }

  /** One run of a flow, and how often what has run in it. */
  private final class Play {
    private final Map<String, Integer> executions = new ConcurrentHashMap<>();
    private final SampleFlow flow;
    private final ThreadId thread = ThreadId.random();
    private final GraphRuntime on;
    private final Graph graph;

    Play(SampleFlow flow, GraphRuntime on, String approved) {
      SampleAgents agents =
          new SampleAgents((what, key) -> executions.merge(what, 1, Integer::sum), approved);
      this.flow = flow;
      this.on = on;
      this.graph =
          SequentialAgent.of(flow + "-" + thread)
              .channels(SampleFlow.ITEMS)
              .agents(flow.of("inside", agents))
              .build();
    }

    RunResult start() {
      on.graphs().register(graph);
      return await(on.start(graph, thread, flow.input()));
    }

    private void assertInside(Interrupt question) {
      assertThat(question.node()).isEqualTo("review");
      assertThat(question.namespace())
          .matches("inside:[^|]+\\|agent:[^|]+\\|(.*\\|)?" + flow.last() + ":.*");
    }

    private RunResult answerAll(RunResult asked, Decision decision) {
      RunResult result = asked;
      for (int turn = 0; turn < flow.turns() && result.status() == RunStatus.WAITING; turn++) {
        Interrupt question = result.interrupts().get(0);
        assertInside(question);
        result = await(on.answer(thread, Answer.to(question.id(), decision.answer)));
      }
      return result;
    }

    void assertTakes(Decision decision, Map<String, Integer> withoutQuestions) {
      RunResult asked = start();
      assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
      RunResult result = answerAll(asked, decision);

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      Map<String, Integer> expected = new TreeMap<>(withoutQuestions);
      expected.computeIfPresent(
          flow.last() + ".look", (look, times) -> decision.runsTheTool() ? times : null);
      assertThat(executions).as("executions after " + decision).isEqualTo(expected);
      Pattern told = Pattern.compile("[=\"]" + flow.last() + " [^\\]]*" + decision.told);
      assertThat(on.events(thread, 1)).anyMatch(event -> told.matcher(event.toString()).find());
    }
  }

  /** Returns what runs where nobody is asked. */
  private Map<String, Integer> executionsWithoutQuestions(SampleFlow flow) {
    try (GraphRuntime memory = InMemoryRuntime.of()) {
      Play play = new Play(flow, memory, "");
      assertThat(play.start().status()).isEqualTo(RunStatus.FINISHED);
      return play.executions;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeEachDecisionAndRunNothingAgain(SampleFlow flow) {
    Map<String, Integer> expected = executionsWithoutQuestions(flow);

    List<CompletableFuture<Void>> plays =
        Stream.of(Decision.values())
            .map(
                decision ->
                    CompletableFuture.runAsync(
                        () ->
                            new Play(flow, runtime(), flow.last()).assertTakes(decision, expected),
                        play -> new Thread(play).start()))
            .toList();

    plays.forEach(CompletableFuture::join);
  }
}
