package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.ReducerException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What channels make of what is written to them: reducers, initial values, overwrites. */
class ChannelContract extends LifetimeContract {
  private static final Channel<Integer> TOTAL = Channel.sum("total", Integer.class);
  private static final Channel<BigDecimal> LOWEST = Channel.min("lowest", BigDecimal.class);
  private static final Channel<String> HIGHEST = Channel.max("highest", String.class);
  private static final ListChannel<String> TAGS = ListChannel.union("tags", String.class);

  @Test
  void shouldCombineWhatTheTasksOfAStepWrite() {
    Graph graph =
        Graph.builder("combining")
            .channels(TOTAL, LOWEST, HIGHEST, TAGS)
            .node("a", context -> Command.update(measured(4, "7.50", "kiwi", "x", "y")))
            .node("b", context -> Command.update(measured(5, "2.25", "apple", "y", "z")))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, graph, measured(1, "3.10", "fig", "w", "w")));

    State state = result.state();
    assertThat(state.get(TOTAL)).isEqualTo(10);
    assertThat(state.get(LOWEST)).isEqualByComparingTo("2.25");
    assertThat(state.get(HIGHEST)).isEqualTo("kiwi");
    assertThat(state.get(TAGS)).containsExactly("w", "x", "y", "z");
  }

  private static StateUpdate measured(int amount, String low, String high, String... tags) {
    return StateUpdate.of(TOTAL, amount)
        .with(LOWEST, new BigDecimal(low))
        .with(HIGHEST, high)
        .with(TAGS, tags);
  }

  @Test
  void shouldBeginWithWhatAChannelHoldsInitially() {
    Channel<String> tone = Channel.of("tone", String.class).initially("polite");
    Graph graph =
        chain(
                Graph.builder("initial")
                    .channels(LOG, TOTAL, tone)
                    .node("a", noting(tone))
                    .node("b", noting(TOTAL)),
                "a",
                "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a:polite", "b:0");
    assertThat(result.state().get(tone)).isEqualTo("polite");
  }

  @Test
  void shouldOverwriteWhatAChannelHoldsPastItsReducer() {
    Graph graph =
        chain(
                Graph.builder("overwriting")
                    .channels(LOG)
                    .node("a", Graphs.log("a"))
                    .node(
                        "b", context -> Command.update(StateUpdate.overwrite(LOG, List.of("new"))))
                    .node("c", noting(LOG)),
                "a",
                "b",
                "c")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("new", "c:[new]");
  }

  @Test
  void shouldLetAnOverwriteSettleTheChannelForItsStep() {
    Graph graph =
        Graph.builder("settling")
            .channels(LOG)
            .node("a", Graphs.log("a"))
            .node("b", context -> Command.update(StateUpdate.overwrite(LOG, List.of("b"))))
            .node("c", Graphs.log("c"))
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("b");
  }

  @Test
  void shouldParkWhenTwoTasksOverwriteOneChannel() {
    NodeAction overwriting =
        context -> Command.update(StateUpdate.overwrite(LOG, List.of(context.node())));
    Graph graph =
        Graph.builder("contested")
            .channels(LOG)
            .node("a", overwriting)
            .node("b", overwriting)
            .edge(START, "a")
            .edge(START, "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .hasMessageContaining(ConflictingWriteException.class.getName())
        .hasMessageContaining("'log'")
        .hasMessageContaining("[a, b]");
  }

  @Test
  void shouldParkWithTheChannelWhoseReducerThrew() {
    Channel<String> picky =
        Channel.of("picky", String.class)
            .reducedBy(
                "refusing",
                (held, written) -> {
                  if (written.equals("bad")) {
                    throw new IllegalStateException("will not take " + written);
                  }
                  return held + written;
                });
    Graph graph =
        Graph.builder("refusing")
            .channels(VALUE, picky)
            .node("a", context -> Command.update(picky, context.state().get(VALUE)))
            .edge(START, "a")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, graph, StateUpdate.of(VALUE, "one").with(picky, "zero "));
              RunResult failed = script.start(runtime, graph, StateUpdate.of(VALUE, "bad"));
              assertThat(failed.status()).isEqualTo(RunStatus.PARKED);
              assertThat(failed.error().orElseThrow())
                  .hasMessageContaining(ReducerException.class.getName())
                  .hasMessageContaining("'picky'")
                  .hasMessageContaining("will not take bad");
              return script.start(runtime, graph, StateUpdate.of(VALUE, " two"));
            });

    assertThat(result.state().get(picky)).isEqualTo("zero one two");
  }

  @Test
  void shouldCountTheRemainingStepsOfEachGraph() {
    NodeAction counting =
        context ->
            Command.update(
                LOG, context.node() + context.remainingSteps() + (context.lastStep() ? "!" : ""));
    Graph inner =
        chain(
                Graph.builder("inner")
                    .channels(LOG)
                    .node("x", counting)
                    .node("y", counting)
                    .node("z", counting),
                "x",
                "y",
                "z")
            .build();
    Graph graph =
        chain(
                Graph.builder("counted")
                    .channels(LOG)
                    .node("a", counting)
                    .subgraph("sub", inner)
                    .node("c", counting),
                "a",
                "sub",
                "c")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime, graph, StateUpdate.empty(), RunOptions.builder().maxSteps(3)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("a2", "x2", "y1", "z0!", "c0!");
  }

  @Test
  void shouldKeepTheOrderOfSeveralWritesOfOneTask() {
    Channel<String> joined =
        Channel.of("joined", String.class).reducedBy("comma", (held, more) -> held + "," + more);
    Graph graph =
        chain(
                Graph.builder("several")
                    .channels(joined)
                    .node(
                        "one",
                        context -> Command.update(StateUpdate.of(joined, "o0").with(joined, "o1")))
                    .node("two", context -> Command.update(joined, "two")),
                "one",
                "two")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, graph, StateUpdate.of(Map.of("joined", "in"))));

    assertThat(result.state().get(joined)).isEqualTo("in,o0,o1,two");
  }
}
