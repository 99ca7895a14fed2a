package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
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

class LifetimeTest {
  private static final Channel<String> ONCE = Channel.of("once", String.class).ephemeral();
  private static final Channel<String> SECRET = Channel.of("secret", String.class).untracked();
  private static final ListChannel<String> SEEN = ListChannel.append("seen", String.class);

  private static NodeAction sees() {
    return context ->
        Command.update(
            SEEN,
            context.state().find(ONCE).orElse("-") + context.state().find(SECRET).orElse("-"));
  }

  private Graph child() {
    return Graph.builder("child")
        .channels(ONCE, SECRET, SEEN)
        .node("x", sees())
        .node("y", sees())
        .edge(START, "x")
        .edge("x", "y")
        .build();
  }

  private Graph outer() {
    return Graph.builder("outer")
        .channels(ONCE, SECRET, SEEN)
        .node("a", context -> Command.update(StateUpdate.of(ONCE, "o").with(SECRET, "s")))
        .subgraph("child", child())
        .node("b", sees())
        .edge(START, "a")
        .edge("a", "child")
        .edge("child", "b")
        .build();
  }

  @Test
  void shouldBeginEachRunWithTheFirstValueOfWhatIsNotKept() {
    Channel<String> mood = Channel.of("mood", String.class).initially("calm").untracked();
    Graph graph =
        Graph.builder("moody")
            .channels(mood, SEEN)
            .node("a", context -> Command.update(SEEN, context.state().get(mood)))
            .node("b", context -> Command.update(mood, "upset"))
            .edge(START, "a")
            .edge("a", "b")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING).restarted().input(NOTHING);

    assertThatThread(thread).isFinished().holds(SEEN, List.of("calm", "calm"));
  }

  @Test
  void shouldShowTheFirstNodeOfASubgraphWhatLivesForOneStep() {
    EngineDriver thread = EngineDriver.of(outer()).input(NOTHING);

    assertThatThread(thread).isFinished().holds(SEEN, List.of("os", "-s", "-s"));
  }

  @Test
  void shouldForgetWhatASubgraphWroteForOneStepBeforeItIsCalledAgain() {
    Graph child =
        Graph.builder("child")
            .channels(ONCE, SECRET, SEEN)
            .node("x", sees())
            .node("y", context -> Command.update(ONCE, "old"))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph calling =
        Graph.builder("g")
            .channels(SEEN)
            .subgraph("child", child, Embedding.perThread())
            .edge(START, "child")
            .build();

    EngineDriver thread = EngineDriver.of(calling).input(NOTHING).input(NOTHING);

    assertThatThread(thread).isFinished().holds(SEEN, List.of("--", "--"));
  }

  @Test
  void shouldForgetWithTheRun() {
    Graph asking =
        Graph.builder("g")
            .channels(SECRET, SEEN, LOG, ONCE)
            .node("a", asks("?"))
            .node("b", sees())
            .edge(START, "a")
            .edge("a", "b")
            .build();
    EngineDriver thread = EngineDriver.of(asking).input(StateUpdate.of(SECRET, "s"));
    assertThat(thread.checkpoint().root().seen().find(SECRET)).contains("s");

    thread.answer(Answer.single(1));

    assertThatThread(thread).isFinished().holds(SEEN, List.of("--"));
  }

  @Test
  void shouldForkBeforeASubgraphThatIsSentWhatIsNotKept() {
    StateUpdate sent = StateUpdate.of(ONCE, "o").with(SECRET, "s");
    Graph graph =
        Graph.builder("outer")
            .channels(ONCE, SECRET, SEEN)
            .subgraph("child", child())
            .routes(START, context -> List.of(Route.send("child", sent)), "child")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    long before =
        thread.history().stream()
            .filter(commit -> commit.next().nodes().contains("child"))
            .findFirst()
            .orElseThrow()
            .number();

    thread.fork(before, Input.Fork.Branch.CHILD).proceed(null);

    assertThatThread(thread).isFinished().holds(SEEN, List.of("o-", "--"));
  }
}
