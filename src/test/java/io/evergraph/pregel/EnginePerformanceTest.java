package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs are counted in allocated bytes: they do not depend on the machine or on its load. */
class EnginePerformanceTest {

  @Test
  void shouldCostTheSamePerStepWhenALoopIsLong() {
    EngineLoop loop = new EngineLoop(StateUpdate.of(COUNT, 1).writes());

    long early = loop.bytesPerStep(10_000);
    loop.bytesPerStep(80_000);
    long late = loop.bytesPerStep(10_000);

    assertThat(late).isLessThan(2 * early).isLessThan(20_000);
  }

  @Test
  void shouldNotCopyTheListWhenALoopAppendsToItEachStep() {
    EngineLoop loop = new EngineLoop(StateUpdate.of(LOG, "x").writes());

    long early = loop.bytesPerStep(1_000);
    loop.bytesPerStep(18_000);
    long late = loop.bytesPerStep(1_000);

    assertThat(late).as("a copy would take 80,000").isLessThan(early + 1_000);
    assertThat(loop.checkpoint.root().state().get(LOG)).hasSize(20_000);
  }

  @Test
  void shouldNotCopyTheOutboxWhenALoopRunsInsideASubgraph() {
    Graph child = loop().build();
    Graph parent = graph().subgraph("child", child).edge(START, "child").build();
    EngineLoop loop = new EngineLoop(parent, StateUpdate.of(LOG, "x").writes());

    long early = loop.bytesPerStep(1_000);
    loop.bytesPerStep(18_000);
    long late = loop.bytesPerStep(1_000);

    assertThat(late).as("a copy would take 80,000").isLessThan(early + 1_000);
  }

  @Test
  void shouldStayModestWhenTwoThousandSendsFinishOneByOne() {
    Graph fan =
        graph()
            .openRoutes()
            .node("work", Steps.says("x"))
            .routes(
                START,
                context -> Collections.nCopies(2_000, Route.send("work", StateUpdate.empty())))
            .build();
    EngineDriver thread = EngineDriver.of(fan).completing(Completion.FORWARDS);

    long before = allocatedBytes();
    thread.input(NOTHING);

    assertThat(thread.state().get(LOG)).hasSize(2_000);
    assertThat(allocatedBytes() - before).isLessThan(1_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCostTheSamePerResultWhenManyTasksRunBesideIt(boolean inSubgraphs) {
    long few = bytesPerResult(200, inSubgraphs);
    long many = bytesPerResult(8_000, inSubgraphs);

    assertThat(many).as("a look at each would take forty times as much").isLessThan(4 * few);
  }

  private static long bytesPerResult(int sends, boolean inSubgraphs) {
    GraphBuilder builder = graph().openRoutes();
    if (inSubgraphs) {
      builder.subgraph("work", loop().build());
    } else {
      builder.node("work", Steps.logs());
    }
    Route send = Route.send("work", NOTHING);
    Graph fan = builder.routes(START, context -> Collections.nCopies(sends, send)).build();
    EngineDriver thread = EngineDriver.of(fan).begin(NOTHING).finish(START);
    Checkpoint at = thread.checkpoint();
    List<Task> some = thread.ready().subList(0, 100);

    long before = allocatedBytes();
    for (Task task : some) {
      TaskResult done =
          new TaskResult.Completed(
              task.id(), List.of(), Routing.beside(List.of()), TaskReport.NONE);
      at = thread.pregel().settle(at, List.of(done), Instant.EPOCH);
      assertThat(thread.pregel().isRunning(at)).isTrue();
    }
    return (allocatedBytes() - before) / some.size();
  }

  private static GraphBuilder loop() {
    return graph().maxSteps(1_000_000).node("a", Steps.logs()).edge(START, "a").edge("a", "a");
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  /** The bare engine: one task after the other, always with the same writes. */
  private static final class EngineLoop {
    private final Pregel pregel;
    private final List<Write> writes;
    private Checkpoint checkpoint;

    EngineLoop(List<Write> writes) {
      this(loop().build(), writes);
    }

    EngineLoop(Graph graph, List<Write> writes) {
      this.pregel = Pregel.of(graph);
      this.writes = writes;
      RunSettings settings = RunSettings.of(1_000_000, OnFailure.PARK);
      this.checkpoint =
          pregel.accept(
              pregel.begin("thread"), new Input.NewInput("run", NOTHING, settings), Instant.EPOCH);
    }

    long bytesPerStep(int steps) {
      long before = allocatedBytes();
      for (int step = 0; step < steps; step++) {
        Task task = ((Next.Run) pregel.next(checkpoint)).tasks().get(0);
        TaskResult done =
            new TaskResult.Completed(task.id(), writes, Routing.beside(List.of()), TaskReport.NONE);
        checkpoint = pregel.settle(checkpoint, List.of(done), Instant.EPOCH);
      }
      return (allocatedBytes() - before) / steps;
    }
  }
}
