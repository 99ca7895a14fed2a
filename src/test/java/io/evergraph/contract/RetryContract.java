package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryAfter;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which errors are tried again, how often, and after what pauses. */
class RetryContract extends RuntimeContract {
  private static final RetryPolicy MISSING =
      quick(RetryPolicy.on(NoSuchElementException.class).withMaxAttempts(4));
  private static final RetryPolicy WRONG =
      quick(RetryPolicy.on(IllegalArgumentException.class).withMaxAttempts(2));

  private static RetryPolicy quick(RetryPolicy rule) {
    return rule.withPauses(Duration.ofMillis(10), Duration.ofMillis(20));
  }

  /** A node whose attempts throw one error after the other, and then it succeeds. */
  private static final class Unstable implements NodeAction {
    private final List<Callable<Exception>> errors;
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Long> times = Collections.synchronizedList(new ArrayList<>());

    @SafeVarargs
    Unstable(Callable<Exception>... errors) {
      this.errors = List.of(errors);
    }

    @Override
    public Command run(NodeContext context) throws Exception {
      times.add(System.nanoTime());
      int call = calls.getAndIncrement();
      if (call < errors.size()) {
        throw errors.get(call).call();
      }
      return Command.update(LOG, "attempt " + context.attempt());
    }

    long millisBefore(int attempt) {
      return (times.get(attempt - 1) - times.get(attempt - 2)) / 1_000_000;
    }
  }

  private static Graph graph(String name, NodeAction node, NodePolicy policy) {
    return Graph.builder(name)
        .channels(LOG)
        .node("unstable", node, policy)
        .edge(START, "unstable")
        .build();
  }

  @Test
  void shouldTryAgainAtOnceWhereAPolicyHasNoPause() {
    Unstable node = new Unstable(IllegalStateException::new, IllegalStateException::new);
    NodePolicy impatient = NodePolicy.builder().attempts(3).interval(Duration.ZERO).build();

    RunResult result = start(graph("retry_at_once", node, impatient), StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("attempt 3");
  }

  @Test
  void shouldTakeTheFirstRuleThatCoversTheError() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph(
                        "two-rules",
                        new Unstable(
                            IllegalArgumentException::new,
                            NoSuchElementException::new,
                            NoSuchElementException::new),
                        NodePolicy.builder().retry(WRONG, MISSING).build()),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("attempt 4");
  }

  @Test
  void shouldCountAttemptsOverAllRules() {
    Unstable node = new Unstable(NoSuchElementException::new, IllegalArgumentException::new);

    RunResult result =
        start(
            graph("one-count", node, NodePolicy.builder().retry(WRONG, MISSING).build()),
            StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error()).get().asString().contains("IllegalArgumentException");
    assertThat(node.calls).hasValue(2);
  }

  @Test
  void shouldNotTryAgainWhatNoRuleCovers() {
    Unstable node = new Unstable(IOException::new);

    RunResult result =
        start(
            graph("uncovered", node, NodePolicy.builder().retry(WRONG).build()),
            StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(node.calls).hasValue(1);
  }

  @Test
  void shouldNotTryAgainWrongArgumentsWhenNothingIsSaid() {
    Unstable node = new Unstable(IllegalArgumentException::new);

    RunResult result = start(graph("wrong", node, NodePolicy.DEFAULT), StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(node.calls).hasValue(1);
  }

  @Test
  void shouldPauseLongerBeforeEachAttempt() {
    Unstable node = new Unstable(IOException::new, IOException::new);
    RetryPolicy pauses =
        RetryPolicy.DEFAULT.withPauses(Duration.ofMillis(100), Duration.ofSeconds(1));

    start(graph("pauses", node, NodePolicy.builder().retry(pauses).build()), StateUpdate.empty());

    assertThat(node.millisBefore(2)).isGreaterThanOrEqualTo(100);
    assertThat(node.millisBefore(3)).isGreaterThanOrEqualTo(200);
  }

  @Test
  void shouldShowAttemptsAndRetriesToThoseWhoWatch() {
    Graph graph =
        graph(
            "watched-attempts",
            new Unstable(() -> new IOException("no paper"), () -> new IOException("no ink")),
            NodePolicy.builder().retry(quick(RetryPolicy.DEFAULT)).attempts(2).build());
    runtime().graphs().register(graph);
    RunHandle run = runtime().start(graph, thread(), StateUpdate.empty());

    RunStream parts = runtime().stream(run, StreamOptions.of(StreamMode.ATTEMPTS));

    assertThat(PartText.of(parts, "log"))
        .startsWith(
            "unstable fails attempt 1 to retry after PT0.01S: no paper",
            "unstable begins attempt 2",
            "unstable fails attempt 2 for good: no ink")
        .hasSize(4);
  }

  @Test
  void shouldPauseAsLongAsTheErrorAsksFor() {
    Unstable node = new Unstable(() -> new Busy(Duration.ofMillis(300)));

    start(
        graph("busy-model", node, NodePolicy.builder().retry(quick(RetryPolicy.DEFAULT)).build()),
        StateUpdate.empty());

    assertThat(node.millisBefore(2)).isGreaterThanOrEqualTo(300);
  }

  private static final class Busy extends Exception implements RetryAfter {
    private static final long serialVersionUID = 1L;
    private final Duration pause;

    Busy(Duration pause) {
      super("too many requests");
      this.pause = pause;
    }

    @Override
    public Duration retryAfter() {
      return pause;
    }
  }

  @Test
  void shouldTakeTheDefaultPolicyOfTheGraphAndWhatANodeSaysOtherwise() {
    Unstable usual = new Unstable(IOException::new);
    Unstable other = new Unstable(IOException::new, IOException::new);
    Graph graph =
        Graph.builder("defaults")
            .channels(LOG)
            .node("other", other, options -> options.attempts(3))
            .node("usual", usual)
            .defaultPolicy(
                NodePolicy.builder().retry(quick(RetryPolicy.DEFAULT)).attempts(2).build())
            .edge(START, "usual")
            .edge("usual", "other")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("attempt 2", "attempt 3");
  }
}
