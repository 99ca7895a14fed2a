package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubgraphMappingTest {
  private static final Channel<String> TOPIC = Channel.of("topic", String.class);
  private static final Channel<String> RESULT = Channel.of("result", String.class);
  private static final Channel<String> TASK = Channel.of("task", String.class);
  private static final ListChannel<String> NOTES = ListChannel.append("notes", String.class);

  @Test
  void shouldPassOnlyTheNamedChannelsUnderTheirOtherNames() {
    Graph child =
        Graph.builder("child")
            .channels(TASK, LOG)
            .node(
                "x",
                context ->
                    Command.update(
                        StateUpdate.of(TASK, context.state().get(TASK) + "!")
                            .with(LOG, "inner sees " + context.state().get(LOG))))
            .edge(START, "x")
            .build();
    Graph parent = parent(child, Embedding.DEFAULT.input(TOPIC, TASK).output(TASK, RESULT));

    EngineDriver thread =
        EngineDriver.of(parent).input(StateUpdate.of(TOPIC, "go").with(LOG, "outer"));

    assertThatThread(thread)
        .isFinished()
        .holds(TOPIC, "go")
        .holds(RESULT, "go!")
        .holds(LOG, List.of("outer"));
  }

  @Test
  void shouldAddNothingTwiceWhenAListIsMappedBothWays() {
    Graph child =
        Graph.builder("child")
            .channels(NOTES)
            .node("x", notes("x"))
            .node("y", notes("y"))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph parent = parent(child, Embedding.DEFAULT.input(LOG, NOTES).output(NOTES, LOG));

    EngineDriver thread = EngineDriver.of(parent).input(StateUpdate.of(LOG, "in")).restarted();

    assertThatThread(thread).holds(LOG, List.of("in", "x(1)", "y(2)"));
  }

  private static NodeAction notes(String text) {
    return context -> Command.update(NOTES, text + "(" + context.state().get(NOTES).size() + ")");
  }

  @Test
  void shouldReceiveTheValueWhenTheChannelsReduceInDifferentWays() {
    Channel<List<String>> replaced = Channel.of("all", new io.evergraph.state.TypeRef<>() {});
    Graph child =
        Graph.builder("child")
            .channels(NOTES)
            .node("x", notes("x"))
            .node("y", notes("y"))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph parent =
        Graph.builder("parent")
            .channels(replaced)
            .subgraph("child", child, Embedding.DEFAULT.output(NOTES, replaced))
            .edge(START, "child")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThat(thread.state().get(replaced)).containsExactly("x(0)", "y(1)");
  }

  @Test
  void shouldLeaveAChannelAloneThatTheChildDidNotWrite() {
    Graph child =
        Graph.builder("child")
            .channels(TASK)
            .node("x", c -> Command.none())
            .edge(START, "x")
            .build();
    Graph parent = parent(child, Embedding.DEFAULT.input(TOPIC, TASK).output(TASK, RESULT));

    EngineDriver thread = EngineDriver.of(parent).input(StateUpdate.of(TOPIC, "go"));

    assertThatThread(thread).isFinished().holdsNothingIn(RESULT);
  }

  @Test
  void shouldTakeTheInputOfASendUnderTheNamesOfTheChild() {
    Graph child =
        Graph.builder("child")
            .channels(TASK, NOTES)
            .node("x", context -> Command.update(NOTES, "did " + context.state().get(TASK)))
            .edge(START, "x")
            .build();
    Graph parent =
        Graph.builder("parent")
            .channels(TOPIC, LOG)
            .subgraph("child", child, Embedding.DEFAULT.input(TOPIC, TASK).output(NOTES, LOG))
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("child", StateUpdate.of(TASK, "one")),
                        Route.send("child", StateUpdate.of(TASK, "two"))),
                "child")
            .build();

    EngineDriver thread =
        EngineDriver.of(parent).completing(Completion.BACKWARDS).input(StateUpdate.of(TOPIC, "t"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("did one", "did two"));
  }

  @Test
  void shouldNameEveryMistakeOfAMapping() {
    Graph child = graph().channels(TASK).node("x", logs()).edge(START, "x").build();
    Channel<Object> wrong = Channel.of("count", Object.class);

    assertThatThrownBy(
            () ->
                Graph.builder("parent")
                    .channels(COUNT, RESULT)
                    .subgraph(
                        "child",
                        child,
                        Embedding.DEFAULT
                            .input(Channel.of("nowhere", String.class), TASK)
                            .output(Channel.of("never", String.class), RESULT)
                            .output(Channel.of("task", Object.class), wrong))
                    .edge(START, "child")
                    .build())
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("maps channel 'nowhere', which is not declared here")
        .hasMessageContaining("maps channel 'never', which is not declared in the subgraph")
        .hasMessageContaining("channel 'count' is java.lang.Integer here but 'task' is");
  }

  @Test
  void shouldRefuseAMemoryThatItsPlaceCannotKeep() {
    Graph inner = graph().node("x", logs()).edge(START, "x").build();
    Graph middle =
        graph().subgraph("inner", inner, Embedding.perThread()).edge(START, "inner").build();

    assertThatThrownBy(() -> parent(middle, Embedding.DEFAULT))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("'inner' keeps its state per thread, but 'child'");
  }

  @Test
  void shouldChangeTheFingerprintWhenTheMappingChanges() {
    Graph child = graph().channels(TASK).node("x", logs()).edge(START, "x").build();

    assertThat(parent(child, Embedding.DEFAULT).spec().fingerprint())
        .isNotEqualTo(parent(child, Embedding.perThread()).spec().fingerprint())
        .isNotEqualTo(parent(child, Embedding.DEFAULT.input(TOPIC, TASK)).spec().fingerprint());
  }

  private static Graph parent(Graph child, Embedding embedding) {
    return Graph.builder("parent")
        .channels(TOPIC, RESULT, LOG)
        .subgraph("child", child, embedding)
        .edge(START, "child")
        .build();
  }
}
