package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is refused before anything runs, and what is left of it: nothing. */
class ValidationContract extends RuntimeContract {

  @Test
  void shouldRefuseWhatDoesNotFitTheGraphOrTheThread() {
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));
    runtime().graphs().register(Graphs.parallel());

    assertThatThrownBy(() -> start(Graphs.parallel(), StateUpdate.empty()))
        .isInstanceOf(GraphMismatchException.class);
    assertThatThrownBy(() -> start(Graphs.chain(), StateUpdate.of(Map.of("valeu", "x"))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("valeu");
    assertThatThrownBy(
            () ->
                runtime()
                    .start("nope", ThreadId.random(), StateUpdate.empty(), RunOptions.defaults()))
        .isInstanceOf(UnknownGraphException.class)
        .hasMessageContaining("chain");
  }

  @Test
  void shouldReportAllProblemsAtOnceAndRunWhenTheyAreMended() {
    GraphBuilder builder =
        graph("mended")
            .node("a", Graphs.log("a"))
            .edge(START, "a")
            .edge("a", "b")
            .route("c", state -> "a", "a");

    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("'b'")
        .hasMessageContaining("'c'");
    Graph graph =
        builder
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .route("b", state -> state.get(LOG).contains("c") ? END : "c", "c", END)
            .route("c", state -> END, END)
            .maxSteps(8)
            .build();
    RunResult result = start(graph, StateUpdate.of(LOG, "c"));

    assertThat(result.state().get(LOG)).containsExactly("c", "a", "b");
  }

  @Test
  void shouldRunAGraphFromTextLikeOneFromJavaAndRefuseItWithTheSameWords() {
    BindingRegistry names = new BindingRegistry().action("note", Graphs.log("noted"));
    String text =
        """
        name: from-text
        state: {channels: [{name: log, type: list<string>, reducer: append}]}
        nodes: [{name: note}]
        edges: [{from: __start__, to: note}, {from: note, to: %s}]
        """;

    assertThatThrownBy(() -> new GraphLoader(names).load(text.formatted("nowhere"), "g.yaml"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("leads to 'nowhere'");
    Graph graph = new GraphLoader(names).load(text.formatted("__end__"), "g.yaml");

    assertThat(start(graph, StateUpdate.empty()).state().get(LOG)).containsExactly("noted");
  }

  @Test
  void shouldLeaveNoThreadWhenAStartIsRefused() {
    assertThatThrownBy(() -> start(Graphs.chain(), StateUpdate.of(Map.of("valeu", "x"))))
        .isInstanceOf(UnknownChannelException.class);
    assertThatThrownBy(() -> start(Graphs.looping(2), StateUpdate.of(Map.of("log", Map.of()))))
        .isInstanceOf(InvalidValueException.class);

    assertThatThrownBy(() -> runtime().snapshot(thread()))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldLetAThreadBeginAnotherGraphWhenItsFirstMessageWasRefused() {
    Channel<Integer> sum = Channel.of("sum", Integer.class).reducedBy("exact", Math::addExact);
    StateUpdate tooMuch = StateUpdate.of(sum, 1).with(sum, Integer.MAX_VALUE);
    Graph refusing =
        Graph.builder("refusing")
            .channels(sum)
            .node("a", context -> Command.none())
            .edge(START, "a")
            .build();
    runtime().graphs().register(refusing);
    runtime().create(thread(), Map.of());

    assertThatThrownBy(
            () ->
                start(
                    refusing,
                    StateUpdate.empty(),
                    RunOptions.builder().breakpoints(Breakpoints.before("nope"))))
        .isInstanceOf(UnknownNodeException.class);
    assertThat(runtime().snapshot(thread()).graph()).isNull();
    assertThatThrownBy(() -> runtime().editState(thread(), "refusing", tooMuch, null))
        .isInstanceOf(GraphException.class);

    assertThat(runtime().snapshot(thread()).graph()).isNull();
    assertThat(start(Graphs.chain(), StateUpdate.of(VALUE, "x")).status())
        .isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldRefuseNodesThatThereAreNotAndChangeNothing() {
    RunResult before = start(Graphs.chain(), StateUpdate.of(VALUE, "x"));

    assertThatThrownBy(
            () -> runtime().editState(thread(), null, StateUpdate.of(VALUE, "y"), "nope"))
        .isInstanceOf(UnknownNodeException.class)
        .hasMessageContainingAll("one of the nodes [", "'nope'. Check its name.");
    assertThatThrownBy(
            () -> runtime().resume(thread(), thread() + "-on", List.of(), Steering.goTo("nope")))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining("nope");
    assertThatThrownBy(
            () ->
                start(
                    Graphs.chain(),
                    StateUpdate.of(VALUE, "y"),
                    RunOptions.builder().breakpoints(Breakpoints.before("nope"))))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining("nope");

    assertThat(runtime().snapshot(thread()).checkpoint()).isEqualTo(before.snapshot().checkpoint());
    assertThat(runtime().snapshot(thread()).state()).isEqualTo(before.state());
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }
}
