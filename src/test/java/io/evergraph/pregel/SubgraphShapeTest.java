package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What passes between a graph and a subgraph in it, and when a subgraph is opened anew. */
class SubgraphShapeTest {
  private static final Channel<Integer> INNER = Channel.of("inner", Integer.class);

  /** Logs the names of all it sees, beside the log. */
  private static NodeAction sees() {
    return context ->
        Command.update(
            LOG,
            String.join(
                ",",
                context.state().values().keySet().stream()
                    .filter(name -> !name.equals("log"))
                    .sorted()
                    .toList()));
  }

  private static NodeAction counted() {
    return context -> Command.update(LOG, "x" + context.state().find(COUNT).orElse(0));
  }

  private static GraphBuilder child(NodeAction action) {
    return graph().node("x", action).edge(START, "x");
  }

  private static Graph around(Graph child) {
    return graph().subgraph("child", child).edge(START, "child").build();
  }

  @Test
  void shouldGiveASubgraphOnlyItsInputs() {
    StateUpdate input = StateUpdate.of(COUNT, 1).with(CHOICE, "c");

    assertThatThread(EngineDriver.of(around(child(sees()).build())).input(input))
        .isFinished()
        .holds(LOG, List.of("choice,count"));
    assertThatThread(EngineDriver.of(around(child(sees()).inputs(COUNT, LOG).build())).input(input))
        .isFinished()
        .holds(LOG, List.of("count"));
    assertThatThread(EngineDriver.of(around(child(sees()).hidden(COUNT).build())).input(input))
        .isFinished()
        .holds(LOG, List.of("choice"));
  }

  /** What a task writes beside one that overwrites the channel does not count inside. */
  @Test
  void shouldTakeFromASubgraphWhatCountsInIt() {
    NodeAction overwrites =
        context -> Command.update(StateUpdate.overwrite(LOG, List.of("overwritten")));
    Graph child =
        graph()
            .node("x", overwrites)
            .node("y", context -> Command.update(LOG, "dropped"))
            .edge(START, "x")
            .edge(START, "y")
            .build();

    assertThatThread(EngineDriver.of(around(child)).input(StateUpdate.of(LOG, "in")))
        .isFinished()
        .holds(LOG, List.of("overwritten"));
  }

  @Test
  void shouldTakeFromASubgraphOnlyItsOutputs() {
    NodeAction writes =
        context -> Command.update(StateUpdate.of(COUNT, 7).with(CHOICE, "c").with(LOG, "x"));

    EngineDriver thread =
        EngineDriver.of(around(child(writes).outputs(LOG, CHOICE).build())).input(NOTHING);

    assertThatThread(thread)
        .isFinished()
        .holds(LOG, List.of("x"))
        .holds(CHOICE, "c")
        .holdsNothingIn(COUNT);
  }

  @Test
  void shouldOverwriteOutsideWhatIsOverwrittenInside() {
    NodeAction overwrites = context -> Command.update(StateUpdate.overwrite(LOG, List.of("new")));

    EngineDriver thread =
        EngineDriver.of(around(child(overwrites).build())).input(StateUpdate.of(LOG, "old"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("new"));
  }

  @Test
  void shouldPassNothingWhereTheMappedChannelIsEmpty() {
    Graph inner =
        Graph.builder("inner")
            .channels(INNER, LOG)
            .node("x", context -> Command.update(LOG, String.valueOf(context.state().has("inner"))))
            .edge(START, "x")
            .build();
    Graph outer =
        graph()
            .subgraph("child", inner, Embedding.DEFAULT.input(COUNT, INNER).output(LOG, LOG))
            .edge(START, "child")
            .build();

    assertThatThread(EngineDriver.of(outer).input(NOTHING)).holds(LOG, List.of("false"));
    assertThatThread(EngineDriver.of(outer).input(StateUpdate.of(COUNT, 1)))
        .holds(LOG, List.of("true"));
  }

  @Test
  void shouldOpenSubgraphsInSubgraphsAnewWhenNoneHasBegun() {
    Graph outer = around(around(child(counted()).build()));
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING).accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x5"));
  }

  @Test
  void shouldAskTheFirstRouterOfASubgraphAnewWhenItHasNotRun() {
    Graph outer = around(routed());
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING).accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x5"));
  }

  @Test
  void shouldLeaveASubgraphAloneWhoseFirstRouterHasRun() {
    Graph outer = around(routed());
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING).finish(START);
    assertThatThread(thread).runs("x");

    thread.accept(new Input.Cancel()).edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x0"));
  }

  @Test
  void shouldLeaveASubgraphAloneThatKeepsItsState() {
    Graph outer =
        graph()
            .subgraph("kept", child(counted()).build(), Embedding.perThread())
            .edge(START, "kept")
            .build();
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING).accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x0"));
  }

  @Test
  void shouldLeaveASubgraphAloneThatWasSentItsInput() {
    Graph outer =
        graph()
            .subgraph("child", child(counted()).build())
            .node(
                "a",
                context ->
                    Command.none().then(List.of(Route.send("child", StateUpdate.of(COUNT, 3)))))
            .edge(START, "a")
            .ends("a", "child")
            .build();
    EngineDriver thread =
        EngineDriver.of(outer).begin(NOTHING).finish("a").accept(new Input.Cancel());
    Map<String, Frame> before = thread.checkpoint().frames().byNamespace();

    thread.edit(StateUpdate.of(COUNT, 5), null);

    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys(before.keySet());
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("x3"));
  }

  private static Graph routed() {
    return graph().node("x", counted()).route(START, state -> "x", "x").build();
  }

  /**
   * Returns a thread that waits for an answer in a subgraph in which the given node has finished.
   */
  private static EngineDriver waitingBeside(String node, Route entry) {
    Graph child =
        graph()
            .node(node, logs())
            .node("q", asks("sure?"))
            .routes(START, context -> List.of(entry, Route.to("q")), node, "q")
            .build();
    return EngineDriver.of(around(child)).input(NOTHING);
  }

  private static void editAsStart(EngineDriver thread, StateUpdate update) {
    thread.edit(thread.questions().get(0).namespace(), update, START).run();
    thread.proceed(null).answer(Answer.single("yes"));
  }

  @Test
  void shouldNotTakeFromASubgraphWhatAnEditAsItsStartOverwrites() {
    EngineDriver thread = waitingBeside("a", Route.to("a"));

    editAsStart(thread, StateUpdate.overwrite(LOG, List.of("new")));

    assertThatThread(thread).isFinished().holds(LOG, List.of("a", "q=yes"));
  }

  @Test
  void shouldNotTakeFromASubgraphWhatAnEditAsItsStartWritesHoweverItsNodesAreCalled() {
    EngineDriver thread = waitingBeside("A", Route.to("A"));

    editAsStart(thread, StateUpdate.of(LOG, "new"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("A", "A", "q=yes"));
  }

  @Test
  void shouldTakeFromASubgraphWhatSentTasksWroteBesideAnEditAsItsStart() {
    EngineDriver thread = waitingBeside("a", Route.send("a", StateUpdate.of(LOG, "sent")));

    editAsStart(thread, NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("a", "q=yes", "a"));
  }
}
