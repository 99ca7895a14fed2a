package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;

/** How long channels hold what is written to them. */
abstract class LifetimeContract extends RuntimeContract {
  private static final Channel<String> HINT = Channel.of("hint", String.class).ephemeral();
  private static final ListChannel<String> TOPIC = ListChannel.topic("topic", String.class);
  private static final Channel<String> LIVE = Channel.of("live", String.class).untracked();

  final NodeAction forgetful(NodeAction action) {
    return context -> {
      forgetStates();
      return action.run(context);
    };
  }

  /** A node that notes what it sees of a channel. */
  final NodeAction noting(Channel<?> channel) {
    return forgetful(
        context ->
            Command.update(LOG, context.node() + ":" + context.state().find(channel).orElse(null)));
  }

  static GraphBuilder chain(GraphBuilder builder, String... nodes) {
    String from = START;
    for (String node : nodes) {
      builder.edge(from, node);
      from = node;
    }
    return builder.edge(from, END);
  }

  @Test
  void shouldShowAnEphemeralValueInTheNextStepOnly() {
    Graph graph =
        chain(
                Graph.builder("ephemeral")
                    .channels(LOG, HINT)
                    .node("a", context -> Command.update(HINT, "left"))
                    .node("b", noting(HINT))
                    .node("c", noting(HINT)),
                "a",
                "b",
                "c")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("b:left", "c:null");
    assertThat(result.state().has("hint")).isFalse();
  }

  @Test
  void shouldClearAnEphemeralValueAtABarrierWithoutWrites() {
    Graph graph =
        chain(
                Graph.builder("silent")
                    .channels(LOG, HINT)
                    .node("a", forgetful(context -> Command.update(HINT, "left")))
                    .node("b", forgetful(context -> Command.none()))
                    .node("c", noting(HINT)),
                "a",
                "b",
                "c")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("c:null");
  }

  @Test
  void shouldHandATopicToTheNextStepAndEmptyItAgain() {
    Graph graph =
        chain(
                Graph.builder("topic")
                    .channels(LOG, TOPIC)
                    .node("a", forgetful(context -> Command.update(TOPIC, "a1", "a2")))
                    .node(
                        "b",
                        forgetful(
                            context ->
                                Command.update(
                                    StateUpdate.of(TOPIC, "b1")
                                        .with(LOG, "b:" + context.state().get(TOPIC)))))
                    .node("c", noting(TOPIC))
                    .node("d", noting(TOPIC)),
                "a",
                "b",
                "c",
                "d")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("b:[a1, a2]", "c:[b1]", "d:[]");
  }

  @Test
  void shouldShowAnEphemeralValueToTheFirstNodeOfASubgraph() {
    Graph inner =
        chain(
                Graph.builder("inner")
                    .channels(LOG, HINT)
                    .node("in1", noting(HINT))
                    .node("in2", noting(HINT)),
                "in1",
                "in2")
            .build();
    Graph graph =
        chain(
                Graph.builder("outer")
                    .channels(LOG, HINT)
                    .node("a", context -> Command.update(HINT, "left"))
                    .subgraph("sub", inner)
                    .node("z", noting(HINT)),
                "a",
                "sub",
                "z")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("in1:left", "in2:null", "z:null");
  }

  @Test
  void shouldShowAnUntrackedValueToTheSameRunAndNobodyElse() {
    Graph graph =
        chain(
                Graph.builder("untracked")
                    .channels(LOG, LIVE)
                    .node("a", context -> Command.update(LIVE, "handle"))
                    .node("b", noting(LIVE))
                    .node("c", noting(LIVE)),
                "a",
                "b",
                "c")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("b:handle", "c:handle");
    assertThat(result.state().has("live")).isFalse();
    for (long checkpoint = 1; checkpoint <= result.snapshot().checkpoint(); checkpoint++) {
      assertThat(runtime().stateAt(thread(), checkpoint).has("live")).isFalse();
    }
  }

  @Test
  void shouldForgetAnUntrackedValueWhenTheRunHasStopped() {
    Graph graph =
        chain(
                Graph.builder("forgetting")
                    .channels(LOG, LIVE)
                    .node("a", context -> Command.update(LIVE, "handle"))
                    .node(
                        "b",
                        context -> {
                          String seen = context.state().find(LIVE).orElse("none");
                          String said =
                              context.interrupt(Question.asking(String.class, "saw " + seen));
                          return Command.update(LOG, said + " " + seen);
                        }),
                "a",
                "b")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, graph, StateUpdate.empty());
              assertThat(asked.interrupts().get(0).value()).isEqualTo("saw handle");
              return script.answer(runtime, Answer.single("yes"));
            });

    assertThat(result.state().get(LOG)).containsExactly("yes none");
  }

  @Test
  void shouldPassAnUntrackedValueIntoASubgraphAndBack() {
    Graph inner =
        Graph.builder("inner")
            .channels(LOG, LIVE)
            .node(
                "in",
                forgetful(
                    context ->
                        Command.update(
                            StateUpdate.of(LIVE, "deeper")
                                .with(LOG, "in:" + context.state().get(LIVE)))))
            .edge(START, "in")
            .build();
    Graph graph =
        chain(
                Graph.builder("passing")
                    .channels(LOG, LIVE)
                    .node("a", context -> Command.update(LIVE, "handle"))
                    .subgraph("sub", inner)
                    .node("z", noting(LIVE)),
                "a",
                "sub",
                "z")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("in:handle", "z:deeper");
  }
}
