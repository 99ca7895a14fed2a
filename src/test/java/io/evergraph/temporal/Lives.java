package io.evergraph.temporal;

import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What lives have in common. */
final class Lives {
  /** How long anything that is waited for may take. */
  static final Duration LONGEST = Duration.ofMinutes(3);

  private Lives() {}

  /** One way to live for a thread. */
  interface Life {
    void live(TemporalRuntime runtime, ThreadId thread) throws TimeoutException;
  }

  /**
   * A life whose history is kept.
   *
   * @param name what it holds
   * @param graphs what the worker knows, as it was when the history was made
   * @param life what happens
   * @param limits what one execution takes on
   * @param which the execution whose history is kept
   * @param idle how long the thread rests before its workflow completes; zero where threads are not
   *     saved
   */
  record Kept(
      String name,
      List<Graph> graphs,
      Life life,
      ExecutionLimits limits,
      Which which,
      Duration idle) {
    Kept(String name, List<Graph> graphs, Life life) {
      this(name, graphs, life, ExecutionLimits.USUAL, Which.LATEST);
    }

    Kept(String name, List<Graph> graphs, Life life, ExecutionLimits limits, Which which) {
      this(name, graphs, life, limits, which, Duration.ZERO);
    }

    TemporalOptions.Builder options() {
      TemporalOptions.Builder options = TemporalOptions.builder().limits(limits);
      return idle.isZero()
          ? options
          : options.checkpoints(
              new TemporalOptions.Checkpoints(new LocalCheckpointStore(), idle, null));
    }
  }

  /** One of the executions of a workflow. */
  enum Which {
    FIRST,
    LATEST,
    /** The latest of the first child. */
    CHILD
  }

  static RunResult start(TemporalRuntime runtime, String graph, ThreadId thread)
      throws TimeoutException {
    return runtime.start(graph, thread, StateUpdate.empty(), RunOptions.defaults()).await(LONGEST);
  }

  static RunResult startAlone(TemporalRuntime runtime, String graph, ThreadId thread)
      throws TimeoutException {
    RunOptions alone = RunOptions.builder().alone().build();
    return runtime.start(graph, thread, StateUpdate.empty(), alone).await(LONGEST);
  }

  static void awaitStatus(TemporalRuntime runtime, ThreadId thread, ThreadStatus status) {
    await().atMost(LONGEST).until(() -> runtime.snapshot(thread).status() == status);
  }

  /** Waits until a node asks, and returns the id of its question. */
  static String awaitAsked(TemporalRuntime runtime, ThreadId thread, String node) {
    return await()
        .atMost(LONGEST)
        .until(() -> asked(runtime, thread, node), Optional::isPresent)
        .orElseThrow();
  }

  private static Optional<String> asked(TemporalRuntime runtime, ThreadId thread, String node) {
    return runtime.snapshot(thread).interrupts().stream()
        .filter(interrupt -> interrupt.node().equals(node))
        .map(Interrupt::id)
        .findFirst();
  }

  /** Waits until a node is what runs next. */
  static void awaitNext(TemporalRuntime runtime, ThreadId thread, String node) {
    await().atMost(LONGEST).until(() -> runtime.snapshot(thread).next().contains(node));
  }
}
