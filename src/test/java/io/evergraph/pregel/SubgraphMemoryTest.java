package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.SubgraphBusyException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubgraphMemoryTest {
  private static final ListChannel<String> DIARY = ListChannel.append("diary", String.class);

  @Test
  void shouldGoOnFromItsOwnStateWhenAnotherRunCallsIt() {
    EngineDriver thread = EngineDriver.of(around(diary())).input(NOTHING).restarted();

    thread.input(NOTHING).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("0", "1", "2"));
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("", "child");
    assertThat(thread.checkpoint().frame("child").orElseThrow().state().get(DIARY)).hasSize(3);
  }

  @Test
  void shouldGoOnFromItsOwnStateWhenOneRunCallsItInALoop() {
    Graph parent =
        graph()
            .subgraph("child", diary(), Embedding.perThread())
            .node("tally", counts())
            .edge(START, "child")
            .edge("child", "tally")
            .route("tally", state -> state.get(COUNT) < 3 ? "child" : END, "child", END)
            .build();

    assertThatThread(EngineDriver.of(parent).input(NOTHING)).holds(LOG, List.of("0", "1", "2"));
  }

  @Test
  void shouldSeeTheSharedValuesAsTheParentHasThemNow() {
    NodeAction tells =
        context -> Command.update(LOG, "saw " + context.state().find(COUNT).orElse(0));
    Graph child = graph().node("x", tells).edge(START, "x").build();
    EngineDriver thread = EngineDriver.of(around(child)).input(StateUpdate.of(COUNT, 1));

    thread.input(StateUpdate.of(COUNT, 2));

    assertThatThread(thread).holds(LOG, List.of("saw 1", "saw 2"));
  }

  @Test
  void shouldKeepTwoOfThemApart() {
    Graph parent =
        graph()
            .subgraph("left", diary(), Embedding.perThread())
            .subgraph("right", diary(), Embedding.perThread())
            .edge(START, "left")
            .edge("left", "right")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING).input(NOTHING);

    assertThatThread(thread).holds(LOG, List.of("0", "0", "1", "1"));
  }

  @Test
  void shouldKeepWhatACallHadCommittedWhenANewInputAbandonsIt() {
    Graph child = diaryOf().node("q", asks("sure?")).edge("write", "q").build();
    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING).restarted();
    assertThatThread(thread).waitsFor("q");

    thread.input(NOTHING);

    assertThatThread(thread).waitsFor("q");
    thread.answer(Answer.single("yes"));
    assertThatThread(thread).isFinished().holds(LOG, List.of("1", "q=yes"));
  }

  @Test
  void shouldStandInAnotherThatKeepsItsStateToo() {
    Graph middle =
        graph()
            .channels(DIARY)
            .subgraph("inner", diary(), Embedding.perThread())
            .edge(START, "inner")
            .build();

    EngineDriver thread = EngineDriver.of(around(middle)).input(NOTHING).restarted().input(NOTHING);

    assertThatThread(thread).holds(LOG, List.of("0", "1"));
    assertThat(thread.checkpoint().frames().byNamespace())
        .containsOnlyKeys("", "child", "child|inner");
  }

  @Test
  void shouldParkWhenOneSuperstepCallsItTwice() {
    Graph parent =
        graph()
            .subgraph("child", diary(), Embedding.perThread())
            .routes(
                START,
                context -> List.of(Route.send("child", NOTHING), Route.send("child", NOTHING)),
                "child")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).isParkedOn(SubgraphBusyException.class, START);
    assertThat(thread.checkpoint().number()).isEqualTo(thread.history().size());
  }

  @Test
  void shouldTakeTheInputOfASendOnTopOfItsOwnState() {
    Graph parent =
        graph()
            .subgraph("child", diary(), Embedding.perThread())
            .routes(
                START,
                context -> List.of(Route.send("child", StateUpdate.of(DIARY, "sent"))),
                "child")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING).input(NOTHING);

    assertThatThread(thread).holds(LOG, List.of("1", "3"));
  }

  @Test
  void shouldHaveAllItsSuperstepsAgainWithEachCall() {
    Graph parent =
        graph()
            .maxSteps(4)
            .subgraph(
                "child",
                diaryOf().node("y", logs()).edge("write", "y").build(),
                Embedding.perThread())
            .node("tally", counts())
            .edge(START, "child")
            .edge("child", "tally")
            .route("tally", state -> state.get(COUNT) < 2 ? "child" : END, "child", END)
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("0", "y", "1", "y"));
  }

  @Test
  void shouldTellTheStateOfEveryCallFromTheWritesSinceItBegan() {
    EngineDriver thread = EngineDriver.of(around(diary())).input(NOTHING).input(NOTHING);
    List<Commit> calls =
        thread.history().stream().filter(commit -> commit.namespace().equals("child")).toList();

    assertThat(calls).extracting(Commit::parent).filteredOn(parent -> parent == 0).hasSize(2);
    State state = State.empty();
    for (Commit commit : calls) {
      state =
          commit.parent() == 0
              ? commit.state()
              : thread
                  .pregel()
                  .schema(thread.checkpoint().frame("child").orElseThrow())
                  .apply(state, commit.contributions());
      assertThat(commit.state()).isEqualTo(state);
    }
    assertThat(calls).extracting(Commit::step).containsExactly(-1, 0, 1, 2, 3, 4);
  }

  private static Graph around(Graph child) {
    return graph().subgraph("child", child, Embedding.perThread()).edge(START, "child").build();
  }

  private static Graph diary() {
    return diaryOf().build();
  }

  private static GraphBuilder diaryOf() {
    return graph()
        .channels(DIARY)
        .node(
            "write",
            context ->
                Command.update(
                    StateUpdate.of(DIARY, "page")
                        .with(LOG, "" + context.state().get(DIARY).size())))
        .edge(START, "write");
  }
}
