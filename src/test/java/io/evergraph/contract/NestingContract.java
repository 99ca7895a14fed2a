package io.evergraph.contract;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A value is nested so little that it can be read wherever it is shown, or it is refused where it
 * is written.
 */
@Timeout(90)
class NestingContract extends RuntimeContract {
  private static final Channel<Object> ANY = Channel.of("any", Object.class);
  private static final ListChannel<Object> ALL = ListChannel.append("all", Object.class);
  private static final Channel<Nest> NEST = Channel.of("nest", Nest.class);
  private static final int MOST = 450;

  record Nest(@Nullable Nest inner) {}

  private static Object maps(int depth) {
    Object value = "deep down";
    for (int level = 0; level < depth; level++) {
      value = Map.of("v", value);
    }
    return value;
  }

  private static Nest nest(int depth) {
    Nest value = new Nest(null);
    for (int level = 1; level < depth; level++) {
      value = new Nest(value);
    }
    return value;
  }

  private static Graph graph(String name, NodeAction node) {
    return Graph.builder(name)
        .channels(ANY, ALL, NEST)
        .node("a", node, Graphs.QUICK.toBuilder().attempts(1).build())
        .edge(START, "a")
        .edge("a", END)
        .build();
  }

  private RunResult writing(int depth) {
    StateUpdate all =
        StateUpdate.of(ANY, maps(depth)).with(ALL, maps(depth)).with(NEST, nest(depth));
    return start(graph("nests-" + depth, context -> Command.update(all)), StateUpdate.empty());
  }

  @ParameterizedTest
  @ValueSource(ints = {440, MOST - 1, MOST})
  void shouldShowAValueThatIsNestedUpToTheLimitEverywhere(int depth) {
    RunResult result = writing(depth);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    forgetStates();
    assertThat(runtime().snapshot(thread()).state().get(ANY)).isEqualTo(maps(depth));
    assertThat(runtime().snapshot(thread()).state().get(NEST)).isEqualTo(nest(depth));
    assertThat(runtime().history(thread(), HistoryQuery.all())).isNotEmpty();
    assertThat(values(result.runId())).isNotEmpty();
  }

  private List<StreamPart> values(String runId) {
    List<StreamPart> parts = new ArrayList<>();
    try (RunStream stream =
        runtime().stream(runtime().run(thread(), runId), StreamOptions.of(StreamMode.VALUES))) {
      stream.forEach(parts::add);
    }
    return parts;
  }

  @ParameterizedTest
  @ValueSource(ints = {MOST + 2, 480, 495, 500, 501, 800, 990, 1_500})
  void shouldRefuseAValueThatIsNestedDeeperWhenItIsWritten(int depth) {
    for (StateUpdate update :
        List.of(
            StateUpdate.of(ANY, maps(depth)),
            StateUpdate.of(ALL, maps(depth)),
            StateUpdate.of(NEST, nest(depth)))) {
      newThread();
      RunResult result =
          start(
              graph(
                  "nests-deeper-" + depth + update.writes().get(0).channel(),
                  context -> Command.update(update)),
              StateUpdate.empty());

      assertThat(result.status()).isEqualTo(RunStatus.PARKED);
      newThread();
      Graph idle = graph("takes-deeper", context -> Command.none());
      assertThat(catchThrowable(() -> start(idle, update)))
          .isInstanceOf(InvalidValueException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {MOST + 2, 500, 990})
  void shouldRefuseWhatElseIsShownWhenItIsNestedDeeper(int depth) {
    Graph asks =
        graph(
            "asks-deeper-" + depth,
            context ->
                Command.update(ANY, context.interrupt(Question.asking(Object.class, maps(depth)))));
    Graph emits =
        graph(
            "emits-deeper-" + depth,
            context -> {
              context.emitter().emit(new Emission.Custom(maps(depth)));
              return Command.none();
            });
    Map<String, Object> named = Map.of("deep", maps(depth));

    assertThat(start(asks, StateUpdate.empty()).status()).isEqualTo(RunStatus.PARKED);
    newThread();
    assertThat(start(emits, StateUpdate.empty()).status()).isEqualTo(RunStatus.PARKED);
    newThread();
    assertThat(catchThrowable(() -> runtime().create(thread(), named)))
        .isInstanceOf(InvalidValueException.class);
    assertThat(
            catchThrowable(
                () -> start(emits, StateUpdate.empty(), RunOptions.builder().context(named))))
        .isInstanceOf(InvalidValueException.class);
  }
}
