package io.evergraph.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The results of parallel agents, whichever is ready first. */
@OnRuntimes({TestRuntime.Kind.MEMORY, TestRuntime.Kind.EMBEDDED})
class AgentMergeContract extends RuntimeContract {
  private static final int DELAYED_RUNS = 20;
  private static final int LONGEST_DELAY_MILLIS = 8;
  private static final int SEED = 11;

  private final AtomicInteger runs = new AtomicInteger();

  private static Graph delayed(String name) {
    return Graph.builder(name)
        .channels(Channel.of(name, String.class), AgentFlow.TASK)
        .node(
            name,
            context -> {
              int seed = Objects.hash(SEED, name, context.state().get(AgentFlow.TASK));
              TimeUnit.MILLISECONDS.sleep(
                  new Random(seed).nextInt(LONGEST_DELAY_MILLIS)); // its work
              return Command.update(StateUpdate.of(Map.of(name, name)));
            })
        .edge(Graph.START, name)
        .build();
  }

  private static Stream<Arguments> merges() {
    return Stream.of(
        Arguments.of(Merge.byName(), Map.of("x", "x", "y", "y", "z", "z")),
        Arguments.of(Merge.list(), List.of("x", "y", "z")),
        Arguments.of(Merge.joined("|"), "x|y|z"),
        Arguments.of(Merge.with(String.class, it -> it.keySet().toString()), "[x, y, z]"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("merges")
  void shouldMergeTheSameInEachOfTwentyRunsWithDelays(Merge<?> merge, Object expected) {
    Graph flow =
        ParallelAgent.of("merged-" + thread())
            .agents(delayed("x"), delayed("y"), delayed("z"))
            .merge(merge)
            .build();
    runtime().graphs().register(flow);

    List<RunHandle> runs =
        IntStream.range(0, DELAYED_RUNS)
            .mapToObj(
                run ->
                    runtime()
                        .start(
                            flow,
                            ThreadId.of(thread() + "-" + run),
                            StateUpdate.of(ReactAgent.MESSAGES, Message.user("run " + run))))
            .toList();

    assertThat(runs)
        .allSatisfy(run -> assertThat(await(run).state().value(flow.name())).isEqualTo(expected));
  }

  @Test
  void shouldEmptyTheChannelWhereAFunctionOfYourOwnMakesNothing() {
    Function<Map<String, Object>, String> found = it -> runs.incrementAndGet() == 1 ? "x" : null;
    Graph flow =
        ParallelAgent.of("found-" + thread())
            .agents(delayed("x"), delayed("y"))
            .merge(Merge.with(String.class, found))
            .build();
    StateUpdate input = StateUpdate.of(ReactAgent.MESSAGES, Message.user("Find it."));

    RunResult first = start(flow, input);
    RunResult second = start(flow, input);

    assertThat(first.state().value(flow.name())).isEqualTo("x");
    assertThat(second.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(second.state().value(flow.name())).isNull();
  }
}
