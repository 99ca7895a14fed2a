package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What counts as a sign of a task, and how long its process waits for a runtime that is away. */
class TaskTimesTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration SILENCE = Duration.ofMillis(1200);
  private static final int SIGNS = 8;
  private static final long BETWEEN = 200;

  /** Longer in all than a task may be silent. */
  private static TaskRecord worked(NodeAction work) throws Exception {
    Graph agent =
        Graph.builder("support")
            .node(
                "work",
                work,
                NodePolicy.builder().attempts(SIGNS).interval(Duration.ofMillis(1)).build())
            .edge(Graph.START, "work")
            .build();
    try (GraphRuntime runtime = InMemoryRuntime.of(agent);
        AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(runtime)
                .timeouts(new TaskTimeouts(SILENCE, LONGEST))
                .build()) {
      return desk.execute(AgentRequest.to("support", "ann")).await(LONGEST);
    }
  }

  @Test
  void shouldLiveWhilePiecesOfAMessageCome() throws Exception {
    TaskRecord end =
        worked(
            context -> {
              for (int piece = 0; piece < SIGNS; piece++) {
                Thread.sleep(BETWEEN); // the model's work
                context.emitter().text("message", "word ");
              }
              return Command.none();
            });

    assertThat(end.state()).isEqualTo(TaskState.FINISHED);
    assertThat(Duration.between(end.createdAt(), end.changedAt())).isGreaterThan(SILENCE);
  }

  @Test
  void shouldLiveWhileItIsTriedAgain() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    TaskRecord end =
        worked(
            context -> {
              Thread.sleep(BETWEEN); // its work
              if (attempts.incrementAndGet() < SIGNS) {
                throw new IOException("the line is busy");
              }
              return Command.none();
            });

    assertThat(end.state()).isEqualTo(TaskState.FINISHED);
    assertThat(Duration.between(end.createdAt(), end.changedAt())).isGreaterThan(SILENCE);
  }

  @Test
  void shouldTimeOutWhenItIsSilentAfterSigns() throws Exception {
    TaskRecord end =
        worked(
            context -> {
              context.emitter().text("message", "word ");
              Thread.sleep(LONGEST.toMillis()); // is cancelled
              return Command.none();
            });

    assertThat(end.state()).isEqualTo(TaskState.TIMED_OUT);
    assertThat(end.error()).contains("activity timeout");
  }

  @Test
  void shouldDoubleThePausesWhileTheRuntimeIsAway() throws Exception {
    List<Duration> passed = new ArrayList<>();
    AtomicInteger calls = new AtomicInteger();

    int call =
        new WhileAway(RetryPauses.standard(), passed::add)
            .retried(
                () -> {
                  if (calls.get() < 6) {
                    throw new RuntimeUnavailableException(
                        "the server", "" + calls.incrementAndGet());
                  }
                  return calls.get();
                });

    assertThat(call).isEqualTo(6);
    assertThat(passed)
        .extracting(Duration::toMillis)
        .containsExactly(500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
  }

  @Test
  void shouldNotAskAgainAfterAnyOtherFailure() {
    List<Duration> passed = new ArrayList<>();

    assertThatThrownBy(
            () ->
                new WhileAway(RetryPauses.standard(), passed::add)
                    .retried(
                        () -> {
                          throw new IllegalStateException("broken");
                        }))
        .hasMessage("broken");
    assertThat(passed).isEmpty();
  }
}
