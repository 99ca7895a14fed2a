package io.evergraph.pregel;

import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever finishes first, whenever answers come, wherever the process dies: one state results. */
class OrderIndependenceTest {
  private static final int ORDERS_PER_GRAPH = 6;

  static LongStream seeds() {
    return LongStream.range(0, 150);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldReachTheSameStateWhenTasksFinishInAnyOrder(long seed) {
    State expected = finalState(seed, Completion.TOGETHER, new Random(0));

    for (int order = 0; order < ORDERS_PER_GRAPH; order++) {
      Random random = new Random(seed * 31 + order);
      assertThat(finalState(seed, Completion.random(order), random))
          .as("seed %s, order %s", seed, order)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldReachTheSameCheckpointWhenResultsComeInOneCallInAnyOrder(long seed) {
    Graph graph = RandomGraph.of(seed);
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING);
    Random random = new Random(seed);
    for (int step = 0; step < 5 && !thread.ready().isEmpty(); step++) {
      List<TaskResult> results = new ArrayList<>();
      for (Task task : thread.ready()) {
        results.add(new TaskRunner(graph).run(thread.checkpoint(), task, 0));
      }
      List<TaskResult> shuffled = new ArrayList<>(results);
      Collections.shuffle(shuffled, random);
      Checkpoint expected = thread.pregel().settle(thread.checkpoint(), results, Instant.EPOCH);

      assertThat(thread.pregel().settle(thread.checkpoint(), shuffled, Instant.EPOCH))
          .isEqualTo(expected);
      thread.settleResults(results);
    }
  }

  /** A test of this test. */
  @Test
  void shouldNoticeAnEngineThatAppliesABarrierInTheOrderOfCompletion() {
    long noticed =
        seeds()
            .filter(
                seed ->
                    !finalState(
                            EngineDriver.of(RandomGraph.of(seed)).faulty(),
                            Completion.BACKWARDS,
                            new Random(0))
                        .equals(finalState(seed, Completion.TOGETHER, new Random(0))))
            .limit(51)
            .count();

    assertThat(noticed).as("of 150 graphs, at least").isEqualTo(51);
  }

  private static State finalState(long seed, Completion order, Random random) {
    return finalState(EngineDriver.of(RandomGraph.of(seed)), order, random);
  }

  private static State finalState(EngineDriver begun, Completion order, Random random) {
    EngineDriver thread = begun.completing(order).input(NOTHING);
    for (int turn = 0; turn < 1_000 && !(thread.next() instanceof Next.Finished); turn++) {
      thread = random.nextInt(3) == 0 ? thread.restarted() : thread;
      goOn(thread, random);
    }
    assertThatThread(thread).isFinished();
    return thread.state();
  }

  private static void goOn(EngineDriver thread, Random random) {
    List<Interrupt> open = thread.questions();
    boolean parked = thread.next() instanceof Next.Parked;
    if (parked && (open.isEmpty() || random.nextBoolean())) {
      thread.answer(Answer.retry());
      return;
    }
    Interrupt one = open.get(random.nextInt(open.size()));
    thread.answer(Answer.to(one.id(), "answer to " + one.value()));
  }
}
