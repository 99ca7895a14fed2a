package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Question;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a fork of a checkpoint inside a subgraph does there, beside it and around it. */
@OnRuntimes
class SubgraphForkContract extends RuntimeContract {
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  private RunResult proceed() {
    return await(runtime().proceed(thread(), thread() + "-on", null));
  }

  @Test
  void shouldHandUpAnEditOfAForkInsideASubgraph() {
    Graph graph =
        Graph.builder("forked")
            .channels(LOG)
            .subgraph("child", forked("child"))
            .edge(START, "child")
            .build();
    start(graph, StateUpdate.empty());
    NodeEdit edit = NodeEdit.of(StateUpdate.of(LOG, "edit"));

    runtime().fork(thread(), Fork.of(checkpointBefore("y")).editing(edit));

    assertThat(proceed().state().get(LOG)).containsExactly("x", "edit", "y");
  }

  @Test
  void shouldAskAnewBesideAForkInsideASubgraph() {
    Graph graph =
        Graph.builder("forked-beside")
            .channels(LOG)
            .node(
                "ask",
                it -> Command.update(LOG, it.interrupt(Question.asking(String.class, "go on?"))))
            .subgraph("child", forked("child"))
            .edge(START, "ask")
            .edge(START, "child")
            .build();
    String asked = start(graph, StateUpdate.empty()).interrupts().get(0).id();
    answer(Answer.single("no"));

    runtime().fork(thread(), Fork.of(checkpointBefore("y")));

    String again = proceed().interrupts().get(0).id();
    assertThat(again).isNotEqualTo(asked);
    assertThat(answer(Answer.to(again, "yes")).state().get(LOG)).containsExactly("yes", "x", "y");
  }

  private static Graph forked(String name) {
    return Graph.builder(name)
        .channels(LOG)
        .node("x", log("x"))
        .node("y", log("y"))
        .edge(START, "x")
        .edge("x", "y")
        .build();
  }

  private static Graph around() {
    return Graph.builder("forked-around-all")
        .channels(LOG)
        .node("a", log("a"))
        .subgraph("child", forked("child"))
        .node("b", log("b"))
        .edge(START, "a")
        .edge("a", "child")
        .edge("child", "b")
        .build();
  }

  @Test
  void shouldRunTheSubgraphWhenTheThreadWentBackToBeforeItsCall() {
    start(around(), StateUpdate.empty());

    runtime().rollback(thread(), checkpointBefore("child"));

    assertThat(proceed().state().get(LOG)).containsExactly("a", "x", "y", "b");
  }

  @Test
  void shouldRefuseToGoBackToTheEndOfASubgraph() {
    start(around(), StateUpdate.empty());
    long end = checkpoint(it -> !it.namespace().equals(Frame.ROOT) && it.next().isEmpty());

    assertThatThrownBy(() -> runtime().rollback(thread(), end))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the end of the subgraph");
    assertThat(runtime().snapshot(thread()).status()).isEqualTo(ThreadStatus.IDLE);
  }

  private long checkpointBefore(String node) {
    return checkpoint(committed -> committed.next().equals(List.of(node)));
  }

  private long checkpoint(Predicate<RunEvent.StepCommitted> wanted) {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.StepCommitted.class::isInstance)
        .map(RunEvent.StepCommitted.class::cast)
        .filter(wanted)
        .findFirst()
        .orElseThrow()
        .checkpoint();
  }

  @Test
  void shouldTakeAnEditOfAForkInChannelsOfTheSubgraphAlone() {
    Graph child =
        Graph.builder("forked-secretive")
            .channels(LOG, SECRET)
            .node("x", log("x"))
            .node("y", context -> Command.update(LOG, context.state().find(SECRET).orElse("none")))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph graph =
        Graph.builder("forked-around")
            .channels(LOG)
            .subgraph("child", child)
            .edge(START, "child")
            .build();
    start(graph, StateUpdate.empty());
    NodeEdit edit = NodeEdit.of(StateUpdate.of(SECRET, "told"));

    runtime().fork(thread(), Fork.of(checkpointBefore("y")).editing(edit));

    assertThat(proceed().state().get(LOG)).containsExactly("x", "told");
  }
}
