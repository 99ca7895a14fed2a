package io.evergraph.runtime.node;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Attempts that are given up beside others that have a time limit, too. */
class StuckAttemptsTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final NodePolicy SHORT =
      NodePolicy.builder()
          .timeout(Duration.ofMillis(300))
          .retry(RetryPolicy.DEFAULT.withMaxAttempts(1))
          .build();

  private final CountDownLatch isRouting = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  /** Heeds no interrupt, and has a result for its time-out. */
  private final class Deaf implements NodeAction {
    @Override
    public Command run(NodeContext context) {
      awaitDeaf();
      return Command.none();
    }

    @Override
    public Optional<Command> timedOut(NodeContext context, NodeTimeoutException failure) {
      return Optional.of(Command.none());
    }
  }

  private void awaitDeaf() {
    while (goesOn.getCount() > 0) {
      try {
        goesOn.await();
      } catch (InterruptedException unheeded) {
        // goes on waiting
      }
    }
  }

  private Graph deaf() {
    return Graph.builder("deaf")
        .node("n", new Deaf(), SHORT)
        .edge(START, "n")
        .route(
            "n",
            state -> {
              isRouting.countDown();
              awaitDeaf();
              return END;
            },
            END)
        .build();
  }

  private static Graph silent() {
    return Graph.builder("silent")
        .node(
            "n",
            context -> {
              new CountDownLatch(1).await();
              return Command.none();
            },
            SHORT)
        .edge(START, "n")
        .build();
  }

  @Test
  void shouldEndAnAttemptInTimeThoughTheRouterOfOneThatIsGivenUpTakesLong() throws Exception {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(deaf(), silent())) {
      RunHandle first =
          runtime.start("deaf", ThreadId.random(), StateUpdate.empty(), RunOptions.defaults());
      isRouting.await();

      RunHandle second =
          runtime.start("silent", ThreadId.random(), StateUpdate.empty(), RunOptions.defaults());

      assertThat(second.await(LONGEST).status()).isEqualTo(RunStatus.PARKED);
      goesOn.countDown();
      assertThat(first.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    } finally {
      goesOn.countDown();
    }
  }
}
