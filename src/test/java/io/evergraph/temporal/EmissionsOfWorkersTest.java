package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.SharedBus;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pieces of a text that a worker's node emits, as processes with connections of their own see it.
 */
@Tag("real")
@ParameterizedClass
@EnumSource(SharedBus.class)
class EmissionsOfWorkersTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final String QUEUE = "emissions-of-workers";
  private static final List<String> WORDS = List.of("a ", "long ", "text ", "in ", "pieces");

  private final Semaphore next = new Semaphore(0);
  private final Graph graph =
      Graph.builder("writer")
          .channels(CHAT)
          .node(
              "write",
              context -> {
                for (String word : WORDS) {
                  next.acquire();
                  context.emitter().text("m1", word);
                }
                return Command.update(CHAT, Message.assistant(String.join("", WORDS)).withId("m1"));
              })
          .edge(Graph.START, "write")
          .build();

  @Parameter private SharedBus over;
  private SharedBus.Server server;

  @BeforeEach
  void startServer() throws IOException {
    server = over.start();
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  private static TemporalConnection connection(SharedBus.Connection shared) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(QUEUE)
            .bus(shared.bus())
            .build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  /** A process that runs no nodes. */
  private final class Reader implements AutoCloseable {
    private final SharedBus.Connection bus = server.connect();
    private final TemporalConnection connection = connection(bus);
    private final TemporalRuntime runtime =
        new TemporalRuntime(connection, GraphRegistry.of(graph));
    private final RunStream stream;
    private final List<String> pieces = new ArrayList<>();

    Reader(RunHandle run) {
      this.stream =
          runtime.stream(
              runtime.run(run.thread(), run.runId()), StreamOptions.of(StreamMode.MESSAGES));
    }

    void readUntil(int count) throws InterruptedException {
      long longest = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (pieces.size() < count && System.nanoTime() < longest) {
        take();
      }
      assertThat(pieces).isEqualTo(WORDS.subList(0, count));
    }

    private void take() throws InterruptedException {
      for (StreamPart part : stream.next(Duration.ofSeconds(1))) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          pieces.add(chunk.delta());
        } else if (part instanceof StreamPart.MessageFinished finished) {
          assertThat(finished.unseen()).as("what the pieces have not shown").isEmpty();
        }
      }
    }

    void readToTheEnd() throws InterruptedException {
      while (!stream.isOver()) {
        take();
      }
      assertThat(pieces).isEqualTo(WORDS);
    }

    @Override
    public void close() {
      stream.close();
      runtime.close();
      connection.close();
      bus.close();
    }
  }

  @Test
  void shouldReachReadersOfOtherProcessesLateOnesFromTheBeginning() throws Exception {
    try (SharedBus.Connection bus = server.connect();
        TemporalHouse worker = TemporalHouse.on(connection(bus), graph)) {
      RunHandle run = worker.runtime().start(graph, ThreadId.random(), StateUpdate.empty());
      try (Reader first = new Reader(run)) {
        Reader leaves = new Reader(run);
        next.release(3);
        first.readUntil(3);
        leaves.readUntil(3);
        leaves.close();
        try (Reader late = new Reader(run)) {
          late.readUntil(3);
          next.release(2);

          first.readToTheEnd();
          late.readToTheEnd();
        }
      }
    }
  }

  private Graph around(String name, Graph inner) {
    return Graph.builder(name)
        .channels(CHAT)
        .subgraph("call", inner, Embedding.ownThread())
        .edge(Graph.START, "call")
        .build();
  }

  @Test
  void shouldReachReadersOfAThreadWhoseChildsChildEmits() throws Exception {
    Graph outer = around("outer", around("middle", graph));
    List<String> pieces = new ArrayList<>();
    try (SharedBus.Connection bus = server.connect();
        TemporalHouse worker = TemporalHouse.on(connection(bus), outer)) {
      RunHandle run = worker.runtime().start(outer, ThreadId.random(), StateUpdate.empty());
      next.release(WORDS.size());
      try (SharedBus.Connection own = server.connect();
          TemporalConnection connection = connection(own);
          TemporalRuntime reader = new TemporalRuntime(connection, GraphRegistry.of(outer));
          RunStream parts =
              reader.stream(
                  reader.run(run.thread(), run.runId()),
                  StreamOptions.builder().modes(StreamMode.MESSAGES).subgraphs().build())) {
        for (StreamPart part : parts) {
          if (part instanceof StreamPart.MessageChunk chunk) {
            assertThat(chunk.namespace()).matches("call:[0-9a-f-]{36}\\|call:[0-9a-f-]{36}");
            pieces.add(chunk.delta());
          }
        }
      }
    }
    assertThat(pieces).isEqualTo(WORDS);
  }

  @Test
  void shouldShowLateReadersEvenManyPiecesFromTheBeginning() throws Exception {
    int many = 9_000;
    CountDownLatch written = new CountDownLatch(1);
    Graph wordy =
        Graph.builder("wordy")
            .channels(CHAT)
            .node(
                "write",
                context -> {
                  for (int piece = 0; piece < many; piece++) {
                    context.emitter().text("m1", piece + " ");
                  }
                  written.countDown();
                  next.acquire();
                  return Command.none();
                })
            .edge(Graph.START, "write")
            .build();
    try (SharedBus.Connection bus = server.connect();
        TemporalHouse worker = TemporalHouse.on(connection(bus), wordy)) {
      RunHandle run = worker.runtime().start(wordy, ThreadId.random(), StateUpdate.empty());
      written.await();
      List<String> pieces = new ArrayList<>();
      long longest = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      try (SharedBus.Connection own = server.connect();
          TemporalConnection connection = connection(own);
          TemporalRuntime reader = new TemporalRuntime(connection, GraphRegistry.of(wordy));
          RunStream late =
              reader.stream(
                  reader.run(run.thread(), run.runId()), StreamOptions.of(StreamMode.MESSAGES))) {
        while (pieces.size() < many && System.nanoTime() < longest) {
          for (StreamPart part : late.next(Duration.ofSeconds(1))) {
            if (part instanceof StreamPart.MessageChunk chunk) {
              pieces.add(chunk.delta());
            }
          }
        }
      }
      next.release();
      run.await();

      assertThat(pieces).hasSize(many).startsWith("0 ", "1 ");
    }
  }
}
