package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.ParkedTasks.Outcome;
import io.evergraph.runtime.ParkedTasks.Outcome.Verdict;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How parked tasks are found, over many threads too, and tried again together. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class ParkedContract extends RuntimeContract {
  private static final Channel<String> KIND = Channel.of("kind", String.class);

  @Test
  void shouldTellOfAParkedTaskAllThatItTakesToDecide() {
    Graph graph = trouble(name(), new AtomicBoolean(true));
    start(graph, StateUpdate.of(KIND, "busy"));

    List<ParkedTask> parked = runtime().parked(thread());

    assertThat(parked)
        .singleElement()
        .satisfies(
            task -> {
              assertThat(task.thread()).isEqualTo(thread());
              assertThat(task.graph()).isEqualTo(graph.name());
              assertThat(task.node()).isEqualTo("call");
              assertThat(task.namespace()).isEmpty();
              assertThat(task.failure().attempts()).isEqualTo(2);
              assertThat(task.failure().type()).isEqualTo(IllegalStateException.class.getName());
              assertThat(task.failure().message()).isEqualTo("the model is busy");
              assertThat(task.failure().since()).isNotNull();
              assertThat(task.input()).isEqualTo(Map.of("kind", "busy"));
            });
  }

  @Test
  void shouldHaveNoParkedTaskWhereNothingFailed() {
    Graph graph = trouble(name(), new AtomicBoolean(false));
    start(graph, StateUpdate.of(KIND, "busy"));

    assertThat(runtime().parked(thread())).isEmpty();
    assertThatThrownBy(() -> runtime().parked(ThreadId.of("nobody")))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldFindThreadsByGraphAndStatus() {
    Graph graph = trouble(name(), new AtomicBoolean(true));
    List<ThreadId> busy = startMany(graph, 3, "busy");
    ThreadQuery failed = ThreadQuery.of(ThreadStatus.ERROR).graph(graph.name());

    List<ThreadId> found = eventually(() -> runtime().threads(failed), it -> it.size() == 3);

    assertThat(found).containsExactlyInAnyOrderElementsOf(busy);
    assertThat(runtime().threads(failed.limit(2))).hasSize(2);
    assertThat(runtime().threads(failed.graph("another"))).isEmpty();
    assertThat(runtime().threads(ThreadQuery.of(ThreadStatus.BUSY).graph(graph.name()))).isEmpty();
  }

  @Test
  void shouldTryAgainAllThatParkedOnOneErrorAndLeaveTheOthers() {
    AtomicBoolean broken = new AtomicBoolean(true);
    Graph graph = trouble(name(), broken);
    List<ThreadId> busy = startMany(graph, 3, "busy");
    List<ThreadId> other = startMany(graph, 1, "gone");
    ParkedTasks parked = new ParkedTasks(runtime(), 2);
    ParkedQuery meant = ParkedQuery.ALL.graph(graph.name()).node("call").error("is busy");
    eventually(() -> parked.find(ParkedQuery.ALL.graph(graph.name())), it -> it.size() == 4);

    List<Outcome> plan = parked.plan(meant, thread() + "-batch");
    broken.set(false);
    List<Outcome> done = parked.retry(meant, thread() + "-batch");

    assertThat(plan).extracting(Outcome::verdict).containsOnly(Verdict.PLANNED);
    assertThat(plan).extracting(Outcome::thread).containsExactlyInAnyOrderElementsOf(busy);
    assertThat(done).extracting(Outcome::verdict).containsOnly(Verdict.RETRIED);
    assertThat(done)
        .extracting(outcome -> await(runtime().run(outcome.thread(), outcome.runId())).status())
        .containsExactly(RunStatus.FINISHED, RunStatus.FINISHED, RunStatus.FINISHED);
    assertThat(runtime().parked(other.get(0))).hasSize(1);
  }

  @Test
  void shouldServeNoThreadTwiceWhenABatchIsSentAgain() {
    Graph graph = trouble(name(), new AtomicBoolean(true));
    List<ThreadId> threads = startMany(graph, 2, "busy");
    ParkedTasks parked = new ParkedTasks(runtime());
    ParkedQuery meant = ParkedQuery.ALL.graph(graph.name());
    eventually(() -> parked.find(meant), it -> it.size() == 2);

    List<Outcome> first = parked.retry(meant, thread() + "-once");
    first.forEach(
        outcome ->
            assertThat(await(runtime().run(outcome.thread(), outcome.runId())).status())
                .isEqualTo(RunStatus.PARKED));
    Predicate<List<ParkedTask>> both = it -> it.size() == threads.size();
    eventually(() -> parked.find(meant), both);
    List<Outcome> second = parked.retry(meant, thread() + "-once");

    assertThat(second).extracting(Outcome::verdict).containsOnly(Verdict.DONE_BEFORE);
    assertThat(second).hasSameSizeAs(threads);
  }

  private String name() {
    return "parked-" + thread().value().replaceAll(".*-", "");
  }

  private List<ThreadId> startMany(Graph graph, int count, String kind) {
    runtime().graphs().register(graph);
    List<ThreadId> threads = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      ThreadId one = ThreadId.of(thread() + "-" + kind + "-" + index);
      RunResult result =
          await(
              runtime()
                  .start(graph.name(), one, StateUpdate.of(KIND, kind), RunOptions.defaults()));
      assertThat(result.status()).isEqualTo(RunStatus.PARKED);
      threads.add(one);
    }
    return threads;
  }

  private static Graph trouble(String name, AtomicBoolean broken) {
    return Graph.builder(name)
        .channels(LOG, KIND)
        .node(
            "call",
            context -> call(String.valueOf(context.state().values().get("kind")), broken.get()),
            NodePolicy.builder()
                .retry(
                    RetryPolicy.on(IllegalStateException.class)
                        .withMaxAttempts(2)
                        .withPauses(Duration.ofMillis(1), Duration.ofMillis(1)))
                .build())
        .routes(
            START,
            context -> List.of(Route.send("call", StateUpdate.of(KIND, context.state().get(KIND)))),
            "call")
        .build();
  }

  private static Command call(String kind, boolean broken) {
    if (broken) {
      throw new IllegalStateException("the model is " + kind);
    }
    return Command.update(LOG, kind);
  }
}
