package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A reader who comes when a node has emitted much already. */
class LateReaderTest {
  private static final int PIECES = 9_000;

  /** Holds all, as one that others share holds ten thousand. */
  private static final class RoomyBus implements EventBus {
    private final List<Emitted> all = new CopyOnWriteArrayList<>();

    @Override
    public String kind() {
      return "roomy";
    }

    @Override
    public void publish(Emitted emitted) {
      all.add(emitted);
    }

    @Override
    public Subscription subscribe(String thread, Runnable onNews) {
      return new Subscription() {
        private int place;

        @Override
        public List<Emitted> take() {
          List<Emitted> taken = List.copyOf(all.subList(place, all.size()));
          place += taken.size();
          return taken;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public int forget(String thread) {
      return 0;
    }

    @Override
    public Reach reach() {
      return Reach.WORKERS;
    }
  }

  @Test
  void shouldSeeTheTextOfTheRunningNodeFromItsBeginning() throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch seen = new CountDownLatch(1);
    Graph graph =
        Graph.builder("wordy")
            .channels(Channel.of("text", String.class))
            .node(
                "write",
                context -> {
                  for (int piece = 0; piece < PIECES; piece++) {
                    context.emitter().text("m", piece + " ");
                  }
                  written.countDown();
                  seen.await();
                  return Command.none();
                })
            .edge(Graph.START, "write")
            .build();
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(graph)).bus(new RoomyBus()).build()) {
      RunHandle run = runtime.start(graph, ThreadId.random(), StateUpdate.empty());
      written.await();

      List<String> pieces = new ArrayList<>();
      try (RunStream late = runtime.stream(run, StreamOptions.of(StreamMode.MESSAGES))) {
        while (pieces.size() < PIECES) {
          for (StreamPart part : late.next(Duration.ofSeconds(30))) {
            if (part instanceof StreamPart.MessageChunk chunk) {
              pieces.add(chunk.delta());
            }
          }
          assertThat(pieces).first().isEqualTo("0 ");
        }
      }

      assertThat(pieces).hasSize(PIECES);
      seen.countDown();
      run.await();
    }
  }
}
