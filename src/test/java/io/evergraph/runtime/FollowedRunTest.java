package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.thread.FollowedRun;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A wait for a run whose thread cannot be read at first. */
class FollowedRunTest {
  private static final ThreadId THREAD = ThreadId.of("thread");
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static RunResult finished() {
    Graph graph =
        Graph.builder("quick").node("work", context -> Command.none()).edge(START, "work").build();
    try (InMemoryRuntime runtime = InMemoryRuntime.of(graph)) {
      return runtime.start(graph, THREAD, StateUpdate.empty()).await();
    }
  }

  /** Fails once, and has a result then. */
  private static final class FailsOnce extends FollowedRun {
    private final RunResult result = finished();
    private Optional<GraphException> failure;

    FailsOnce(GraphException failure) {
      super(THREAD, "run");
      this.failure = Optional.of(failure);
    }

    @Override
    protected Optional<RunResult> follow(long deadline) {
      Optional<GraphException> now = failure;
      failure = Optional.empty();
      now.ifPresent(
          it -> {
            throw it;
          });
      return Optional.of(result);
    }
  }

  static List<GraphException> passing() {
    return List.of(
        new RuntimeUnavailableException("the server", "no answer"),
        RuntimeUnavailableException.ofThread("the server", "thread", "it is stuck"),
        new BlobUnavailableException("hash", "no connection"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void shouldGoOnOnceWhatWasAwayIsBack(GraphException away) throws TimeoutException {
    FailsOnce run = new FailsOnce(away);

    assertThat(run.await(LONGEST)).isSameAs(run.result);
  }

  @Test
  void shouldSayWhatIsLost() {
    GraphException lost = BlobUnavailableException.lost("hash", "no such file");

    assertThatThrownBy(() -> new FailsOnce(lost).await(LONGEST)).isSameAs(lost);
  }
}
