package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What nodes are told of the run that they belong to, which all of its tasks have in common. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class RunContextContract extends RuntimeContract {
  private static final NodeAction TELL = context -> Command.update(LOG, told(context));

  /** The steps of later runs are compared with those in memory alone. */
  private static List<String> withoutSteps(RunResult result) {
    return result.state().get(LOG).stream()
        .map(line -> line.replaceAll("step \\d+, ", ""))
        .toList();
  }

  private static String told(NodeContext context) {
    return "%s: %s, %s, step %d, %d left"
        .formatted(
            context.runId().replaceAll(".*-", ""),
            new TreeMap<>(context.runContext()),
            context.tags(),
            context.step(),
            context.remainingSteps());
  }

  private static RunOptions.Builder of(String user, String... tags) {
    return RunOptions.builder().context(Map.of("user", user)).tags(List.of(tags)).maxSteps(10);
  }

  private static Graph chain(NodePolicy policy) {
    return Graph.builder("tell")
        .channels(LOG)
        .node("first", TELL, policy)
        .node("second", TELL, policy)
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", END)
        .build();
  }

  @Test
  void shouldTellEachRunOfAThreadItsOwnContextAndTags() {
    assertToldApart(chain(NodePolicy.DEFAULT));
  }

  @Test
  void shouldTellEachRunOfAThreadItsOwnContextAndTagsWhenItsNodesAreLocal() {
    assertToldApart(chain(NodePolicy.builder().local().build()));
  }

  private void assertToldApart(Graph graph) {
    Script script = new Script(thread());
    script.start(runtime(), graph, StateUpdate.empty(), of("Ada", "a", "b"));
    script.start(runtime(), graph, StateUpdate.empty(), of("Bob"));
    RunResult result = script.start(runtime(), graph, StateUpdate.empty(), of("Ada", "c"));

    assertThat(withoutSteps(result))
        .containsExactly(
            "run1: {user=Ada}, [a, b], 9 left",
            "run1: {user=Ada}, [a, b], 8 left",
            "run2: {user=Bob}, [], 9 left",
            "run2: {user=Bob}, [], 8 left",
            "run3: {user=Ada}, [c], 9 left",
            "run3: {user=Ada}, [c], 8 left");
  }

  private static Graph asking() {
    return Graph.builder("tell_and_ask")
        .channels(LOG)
        .node("before", TELL)
        .node(
            "ask",
            context -> {
              Object answer = context.interrupt(Question.of("go on?"));
              return Command.update(LOG, answer + " to " + told(context));
            })
        .node("after", TELL)
        .edge(START, "before")
        .edge("before", "ask")
        .edge("ask", "after")
        .edge("after", END)
        .build();
  }

  @Test
  void shouldCountTheStepsOfLaterRunsAsInMemory() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, chain(NodePolicy.DEFAULT), StateUpdate.empty(), of("Ada"));
              return script.start(on, chain(NodePolicy.DEFAULT), StateUpdate.empty(), of("Bob"));
            });

    assertThat(result.state().get(LOG)).hasSize(4);
  }

  @Test
  void shouldTellATaskThatIsAnsweredOfTheRunOfTheAnswer() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, asking(), StateUpdate.empty(), of("Ada", "a"));
              return script.answer(on, Answer.single("yes"));
            });

    assertThat(withoutSteps(result))
        .containsExactly(
            "run1: {user=Ada}, [a], 9 left",
            "yes to run2: {user=Ada}, [a], 9 left",
            "run2: {user=Ada}, [a], 8 left");
  }

  @Test
  void shouldTellTheTasksOfAnAnswerWhatComesWithTheAnswer() {
    RunChanges changes =
        RunChanges.NONE
            .withContext(Map.of("user", "Bob"))
            .withTags(List.of("b"))
            .withMaxSteps(5)
            .withMaxConcurrency(1);

    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, asking(), StateUpdate.empty(), of("Ada", "a"));
              return script.resume(on, List.of(Answer.single("yes")), Steering.changing(changes));
            });

    assertThat(withoutSteps(result))
        .containsExactly(
            "run1: {user=Ada}, [a], 9 left",
            "yes to run2: {user=Bob}, [b], 4 left",
            "run2: {user=Bob}, [b], 3 left");
  }

  @Test
  void shouldGiveTheTasksOfAnAnswerTheCallOptionsThatComeWithIt() {
    Graph graph =
        Graph.builder("tell_options")
            .channels(LOG)
            .node(
                "ask",
                context -> {
                  Object answer = context.interrupt(Question.of("go on?"));
                  return Command.update(LOG, answer + " " + context.options());
                })
            .edge(START, "ask")
            .edge("ask", END)
            .build();
    CallOptions cold = CallOptions.NONE.with("ask", NodeOptions.of(Map.of("temperature", 0)));
    CallOptions misplaced = CallOptions.NONE.with("gone", NodeOptions.NONE);
    start(graph, StateUpdate.empty());

    assertThatThrownBy(() -> resume(RunChanges.NONE.withCallOptions(misplaced)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("gone");
    RunResult result = resume(RunChanges.NONE.withCallOptions(cold));

    assertThat(result.state().get(LOG)).containsExactly("yes {temperature=0}");
  }

  private RunResult resume(RunChanges changes) {
    return await(
        runtime()
            .resume(
                thread(),
                TimeOrderedId.next(),
                List.of(Answer.single("yes")),
                Steering.changing(changes)));
  }

  @Test
  void shouldTellANewRunOfItselfWhenItAbandonsOneThatAsked() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, asking(), StateUpdate.empty(), of("Ada", "a"));
              script.start(on, asking(), StateUpdate.empty(), of("Bob", "b"));
              return script.answer(on, Answer.single("no"));
            });

    assertThat(withoutSteps(result))
        .containsExactly(
            "run1: {user=Ada}, [a], 9 left",
            "run2: {user=Bob}, [b], 9 left",
            "no to run3: {user=Bob}, [b], 9 left",
            "run3: {user=Bob}, [b], 8 left");
  }

  private static Graph looping(int times) {
    return Graph.builder("tell_and_loop")
        .channels(LOG, COUNT)
        .node(
            "loop",
            context ->
                Command.update(
                    StateUpdate.of(LOG, told(context))
                        .with(COUNT, context.state().find(COUNT).orElse(0) + 1)))
        .edge(START, "loop")
        .route("loop", state -> state.get(COUNT) < times ? "loop" : END, "loop", END)
        .build();
  }

  @Test
  void shouldTellWhatIsLeftWhenARunGoesOnWithAnotherLimit() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              RunOptions.Builder two = RunOptions.builder().maxSteps(2);
              RunResult stopped = script.start(on, looping(4), StateUpdate.empty(), two);
              assertThat(stopped.status()).isNotEqualTo(RunStatus.FINISHED);
              return script.proceed(on, 7);
            });

    assertThat(withoutSteps(result))
        .containsExactly(
            "run1: {}, [], 1 left",
            "run1: {}, [], 0 left",
            "run2: {}, [], 6 left",
            "run2: {}, [], 5 left");
  }

  @Test
  void shouldTellTasksOfASubgraphOfTheRunAndOfTheirOwnSteps() {
    GraphBuilder around =
        Graph.builder("tell_around")
            .channels(LOG)
            .node("before", TELL)
            .subgraph("inside", chain(NodePolicy.DEFAULT))
            .node("after", TELL)
            .edge(START, "before")
            .edge("before", "inside")
            .edge("inside", "after")
            .edge("after", END);

    RunResult result =
        sameAsInMemory(
            (on, script) -> script.start(on, around.build(), StateUpdate.empty(), of("Ada", "a")));

    assertThat(result.state().get(LOG))
        .hasSize(4)
        .allMatch(line -> line.startsWith("run1: {user=Ada}, [a], step "));
  }

  @Test
  void shouldNotShowOneNodeWhatAnotherHasDoneToItsContext() {
    Graph graph =
        Graph.builder("tell_and_spoil")
            .channels(LOG)
            .node(
                "spoil",
                context -> {
                  spoil(context);
                  return Command.update(LOG, "spoiled");
                })
            .node("tell", context -> Command.update(LOG, "" + context.runContext().get("list")))
            .edge(START, "spoil")
            .edge("spoil", "tell")
            .edge("tell", END)
            .build();

    RunResult result =
        start(
            graph,
            StateUpdate.empty(),
            RunOptions.builder().context(Map.of("list", List.of("kept"))));

    assertThat(result.state().get(LOG)).containsExactly("spoiled", "[kept]");
  }

  private static void spoil(NodeContext context) {
    try {
      List<?> list = (List<?>) context.runContext().get("list");
      list.clear();
    } catch (UnsupportedOperationException immutable) {
      assertThat(context.runContext()).containsKey("list");
    }
  }
}
