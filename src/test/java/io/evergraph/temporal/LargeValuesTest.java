package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.payload.ReferringConverter;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** With a store, values of any size go through a real server as references. */
@Tag("real")
class LargeValuesTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final int MEGABYTE = 1_000_000;
  private static final Channel<String> REPORT = Channel.of("report", String.class);
  private static final Channel<String> TEXT =
      Channel.of("text", String.class)
          .reducedBy(Reducer.of("concat", (String first, String second) -> first + second));
  private static final Channel<Object> ANY = Channel.of("any", Object.class);

  private final ThreadId thread = ThreadId.random();
  @TempDir private Path folder;

  private static String large(String letter) {
    return letter.repeat(MEGABYTE);
  }

  private static TemporalOptions.Builder options(TestInfo test) {
    return TemporalOptions.builder()
        .target(RealTemporal.address())
        .connectTimeout(LONGEST)
        .taskQueue("large-values-" + test.getTestMethod().orElseThrow().getName());
  }

  private TemporalConnection open(TestInfo test) {
    return open(test, new FileBlobStore(folder));
  }

  private static TemporalConnection open(TestInfo test, BlobStore store) {
    return TemporalConnection.open(options(test).blobs(store).build(), StateCodec.create());
  }

  /** Writes large values to channels of every manner, reads them, asks, and reads the answer. */
  private static Graph reporting(AtomicInteger runs) {
    return Graph.builder("reporting")
        .channels(Samples.LOG, REPORT, TEXT, Samples.COUNT)
        .node(
            "write",
            context -> {
              runs.incrementAndGet();
              return Command.update(
                  StateUpdate.of(Samples.LOG, large("a"))
                      .with(REPORT, large("b"))
                      .with(TEXT, large("c")));
            })
        .node(
            "read",
            context -> {
              String answer = context.interrupt(Question.asking(String.class, "More?"));
              int size =
                  context.state().get(Samples.LOG).stream().mapToInt(String::length).sum()
                      + context.state().get(REPORT).length()
                      + context.state().get(TEXT).length()
                      + answer.length();
              return Command.update(StateUpdate.of(Samples.COUNT, size).with(TEXT, answer));
            })
        .edge(START, "write")
        .edge("write", "read")
        .build();
  }

  @Test
  void shouldSendLargeValuesByReferenceThroughEveryEndpoint(TestInfo test) throws Exception {
    GraphRegistry graphs = GraphRegistry.of(reporting(new AtomicInteger()));
    try (TemporalConnection here = open(test);
        TemporalConnection there = open(test);
        GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS);
        GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS);
        TemporalConnection endpoint = open(test);
        TemporalRuntime runtime = new TemporalRuntime(endpoint, graphs)) {
      threads.start();
      tasks.start();
      StateUpdate input = StateUpdate.of(Samples.LOG, large("i")).with(TEXT, "begin ");

      runtime.start("reporting", thread, input, RunOptions.defaults()).await(LONGEST);
      RunResult result = runtime.answer(thread, Answer.single(large("d"))).await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).containsExactly(large("i"), large("a"));
      assertThat(result.state().get(REPORT)).isEqualTo(large("b"));
      assertThat(result.state().get(TEXT)).isEqualTo("begin " + large("c") + large("d"));
      assertThat(result.state().get(Samples.COUNT)).isEqualTo(5 * MEGABYTE + 6);
      assertThat(runtime.events(thread, 1)).isNotEmpty();
      assertThat(runtime.snapshot(thread).state()).isEqualTo(result.state());
      assertReplays(here, graphs);
    }
  }

  private void assertReplays(TemporalConnection connection, GraphRegistry graphs) {
    WorkflowExecutionHistory history = connection.client().fetchHistory(thread.value());
    assertThat(history.toJson(false))
        .hasSizeLessThan(100_000)
        .contains(Base64.getEncoder().encodeToString(ReferringConverter.ENCODING.getBytes(UTF_8)));
    assertThatCode(
            () ->
                WorkflowReplayer.replayWorkflowExecution(
                    history, Replays.worker(connection, graphs, GraphInterpreter::new)))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldGiveALargeAnswerToASubgraphOnAThreadOfItsOwn(TestInfo test) throws Exception {
    Graph inner =
        Graph.builder("review")
            .channels(REPORT)
            .node(
                "check",
                context ->
                    Command.update(
                        REPORT, context.interrupt(Question.asking(String.class, "More?"))))
            .edge(START, "check")
            .build();
    Graph graph =
        Graph.builder("order")
            .channels(REPORT)
            .subgraph("child", inner, Embedding.ownThread())
            .edge(START, "child")
            .build();
    String answer = large("a").repeat(3);
    try (TemporalHouse house = TemporalHouse.on(open(test), graph)) {
      house.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);

      RunResult result = house.runtime().answer(thread, Answer.single(answer)).await(LONGEST);

      assertThat(result.state().get(REPORT)).isEqualTo(answer);
    }
  }

  @Test
  void shouldNotMistakeValuesForReferences(TestInfo test) throws Exception {
    Map<String, Object> alike = Map.of("hash", "0".repeat(64), "size", 7);
    Graph graph =
        Graph.builder("alike")
            .channels(ANY)
            .node("write", context -> Command.update(ANY, alike))
            .edge(START, "write")
            .build();
    try (TemporalHouse house = TemporalHouse.on(open(test), graph)) {
      RunResult result = house.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);

      assertThat(result.state().get(ANY)).isEqualTo(alike);
    }
  }

  @Test
  void shouldRefuseWhatDoesNotFitIntoMemory(TestInfo test) {
    try (TemporalHouse house = TemporalHouse.on(open(test), reporting(new AtomicInteger()))) {
      StateUpdate input = StateUpdate.of(REPORT, "x".repeat(17 * MEGABYTE));

      assertThatThrownBy(
              () -> house.runtime().start("reporting", thread, input, RunOptions.defaults()))
          .isInstanceOf(TooLargeException.class)
          .hasMessageContaining("at most 16777216 bytes for the input");
    }
  }

  /** Answers only some time after it was asked first. */
  private record Unreliable(BlobStore store, AtomicInteger refusals) implements BlobStore {
    @Override
    public BlobReference put(byte[] content) {
      return store.put(content);
    }

    @Override
    public byte[] get(BlobReference reference) {
      if (refusals.getAndDecrement() > 0) {
        throw new BlobUnavailableException(reference.hash(), "out of order");
      }
      return store.get(reference);
    }

    @Override
    public void delete(BlobReference reference) {
      store.delete(reference);
    }
  }

  @Test
  @Tag("slow")
  void shouldWaitForAStoreThatIsOutOfOrder(TestInfo test) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    GraphRegistry graphs = GraphRegistry.of(reporting(runs));
    AtomicInteger refusals = new AtomicInteger(2);
    BlobStore unreliable = new Unreliable(new FileBlobStore(folder), refusals);
    try (TemporalConnection here = open(test, unreliable);
        TemporalConnection there = open(test);
        GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS);
        GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS);
        TemporalRuntime runtime = new TemporalRuntime(there, graphs)) {
      threads.start();
      tasks.start();

      RunHandle run =
          runtime.start("reporting", thread, StateUpdate.empty(), RunOptions.defaults());

      assertThat(run.await(LONGEST).state().get(REPORT)).isEqualTo(large("b"));
      assertThat(refusals.get()).isNegative();
      assertThat(runs).hasValue(1);
      assertThat(runtime.events(thread, 1).toString()).doesNotContain("TaskFailed");
    }
  }

  @Test
  void shouldSayThatAProcessLacksTheStore(TestInfo test) throws Exception {
    Graph graph =
        Graph.builder("huge")
            .channels(REPORT)
            .node("write", context -> Command.update(REPORT, large("x").repeat(2)))
            .edge(START, "write")
            .build();
    try (TemporalHouse house = TemporalHouse.on(open(test), graph);
        TemporalConnection without =
            TemporalConnection.open(options(test).build(), StateCodec.create());
        TemporalRuntime reader = new TemporalRuntime(without, GraphRegistry.of(graph))) {
      house.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);

      assertThatThrownBy(() -> reader.snapshot(thread))
          .isInstanceOf(StateMissingException.class)
          .hasMessageContaining("this process has no store");
    }
  }
}
