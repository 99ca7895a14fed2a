package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.ParkedTasks.Outcome;
import io.evergraph.runtime.ParkedTasks.Outcome.Verdict;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches over threads of which one cannot be read. */
class ParkedTasksTest {
  private static final ThreadId BROKEN = ThreadId.of("broken");
  private static final ThreadId WHOLE = ThreadId.of("whole");
  private static final GraphException MISSING = new StateMissingException("broken", 0, "no blob");
  private static final Graph GRAPH =
      Graph.builder("refund")
          .node(
              "pay",
              context -> {
                throw new IllegalStateException("the bank is away");
              },
              NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(1)).build())
          .edge(START, "pay")
          .build();

  private final InMemoryRuntime runtime = InMemoryRuntime.of(GRAPH);

  @BeforeEach
  void park() {
    List.of(BROKEN, WHOLE)
        .forEach(thread -> runtime.start(GRAPH, thread, StateUpdate.empty()).await());
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void shouldFindTheTasksOfAllOtherThreads() {
    List<ParkedTask> found = new ParkedTasks(failing(MISSING)).find(ParkedQuery.ALL);

    assertThat(found).extracting(ParkedTask::thread).containsExactly(WHOLE);
  }

  @Test
  void shouldRefuseTheOneThreadAndRetryTheOthers() {
    ParkedTasks parked = new ParkedTasks(failing(MISSING));

    List<Outcome> planned = parked.plan(ParkedQuery.ALL, "batch");
    List<Outcome> done = parked.retry(ParkedQuery.ALL, "batch");

    assertThat(verdict(planned, BROKEN)).isEqualTo(Verdict.REFUSED);
    assertThat(verdict(planned, WHOLE)).isEqualTo(Verdict.PLANNED);
    assertThat(verdict(done, WHOLE)).isEqualTo(Verdict.RETRIED);
    assertThat(done)
        .filteredOn(outcome -> outcome.thread().equals(BROKEN))
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.reason()).contains("no blob"));
  }

  @Test
  void shouldRefuseAThreadThatDoesNotAnswer() {
    GraphException silent =
        RuntimeUnavailableException.ofThread("the server", BROKEN.value(), "it is stuck");
    ParkedTasks parked = new ParkedTasks(failing(silent));

    List<Outcome> planned = parked.plan(ParkedQuery.ALL, "batch");

    assertThat(verdict(planned, BROKEN)).isEqualTo(Verdict.REFUSED);
    assertThat(verdict(planned, WHOLE)).isEqualTo(Verdict.PLANNED);
  }

  private static Verdict verdict(List<Outcome> outcomes, ThreadId thread) {
    return outcomes.stream()
        .filter(outcome -> outcome.thread().equals(thread))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Test
  void shouldTellWhatIsWrongWithTheThreadThatWasAskedFor() {
    ParkedTasks parked = new ParkedTasks(failing(MISSING));
    ParkedQuery one = new ParkedQuery(BROKEN, null, null, null, 1);

    assertThatThrownBy(() -> parked.find(one)).isSameAs(MISSING);
    assertThatThrownBy(() -> parked.retry(one, "batch")).isSameAs(MISSING);
  }

  static List<GraphException> outages() {
    return List.of(
        new BlobUnavailableException("hash", "no connection"),
        new StoreUnavailableException("threads", "no connection"));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void shouldListNothingWhereSomethingIsAwayThatServesAllThreads(GraphException away) {
    ParkedTasks parked = new ParkedTasks(failing(away));

    assertThatThrownBy(() -> parked.find(ParkedQuery.ALL)).isSameAs(away);
  }

  @Test
  void shouldFailWhereTheRuntimeCannotBeReached() {
    RuntimeUnavailableException away = new RuntimeUnavailableException("the server", "no answer");
    ParkedTasks parked = new ParkedTasks(failing(away));

    assertThatThrownBy(() -> parked.find(ParkedQuery.ALL)).isSameAs(away);
    assertThatThrownBy(() -> parked.plan(ParkedQuery.ALL, "batch")).isSameAs(away);
  }

  /** Returns the runtime as one that cannot read one thread. */
  private GraphRuntime failing(GraphException why) {
    return (GraphRuntime)
        Proxy.newProxyInstance(
            GraphRuntime.class.getClassLoader(),
            new Class<?>[] {GraphRuntime.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("parked") && arguments[0].equals(BROKEN)) {
                throw why;
              }
              try {
                return method.invoke(runtime, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }
}
