package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * This release goes on with threads that earlier ones saved: a file is kept of each format. With
 * {@code -Dformat.record=true} the newest is written anew, before it is released.
 */
class SavedFormatTest {
  private static final Path FILES = Path.of("src/test/resources/saved-threads");
  private static final ThreadId THREAD = ThreadId.of("order-7");
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<Refund> REFUND = Channel.of("refund", Refund.class);
  private static final StateCodec CODEC = StateCodec.create();

  record Refund(String order, BigDecimal amount) {}

  private final Graph inner =
      Graph.builder("inner")
          .channels(LOG)
          .node(
              "ask",
              context -> Command.update(LOG, "ask:" + context.interrupt(Question.of("Pay?"))))
          .edge(START, "ask")
          .build();

  private final Graph graph =
      Graph.builder("refunds")
          .channels(LOG, REFUND)
          .node("assess", context -> Command.update(LOG, "assess"))
          .subgraph("approve", inner)
          .node("notify", context -> Command.update(LOG, "notify"))
          .node(
              "pay", context -> Command.update(LOG, "pay " + context.state().get(REFUND).amount()))
          .edge(START, "assess")
          .edge("assess", "approve")
          .edge("assess", "notify")
          .edge("approve", "pay")
          .build();

  private final LocalCheckpointStore store = new LocalCheckpointStore();

  private InMemoryRuntime runtime() {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build();
  }

  private void load(Path file) throws IOException {
    JsonNode kept = CODEC.mapper().readTree(Files.readString(file));
    SavedThread thread =
        new SavedThread(
            THREAD.value(), "refunds", Progress.STOPPED, text(kept.get("head")), Instant.EPOCH);
    StoredThreads.put(store, thread);
    for (JsonNode part : kept.get("parts")) {
      StoredThreads.put(
          store,
          thread,
          new SavedPart(
              THREAD.value(),
              part.get("number").asLong(),
              part.get("lastCheckpoint").asLong(),
              0,
              text(part.get("content"))));
    }
  }

  private static String text(JsonNode tree) throws IOException {
    return CODEC.mapper().writeValueAsString(tree);
  }

  private void record(Path file) throws IOException {
    try (InMemoryRuntime runtime = runtime()) {
      StateUpdate input = StateUpdate.of(REFUND, new Refund("7", new BigDecimal("12.50")));
      runtime.start(graph, THREAD, input).await();
    }
    ObjectNode kept = CODEC.mapper().createObjectNode();
    kept.set("head", CODEC.mapper().readTree(store.find(THREAD.value()).orElseThrow().head()));
    ArrayNode parts = kept.putArray("parts");
    for (SavedPart part : store.parts(THREAD.value())) {
      parts
          .addObject()
          .put("number", part.number())
          .put("lastCheckpoint", part.lastCheckpoint())
          .set("content", CODEC.mapper().readTree(part.content()));
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, kept + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldGoOnWithWhatWasSavedInAnEarlierFormat(int format) throws IOException {
    Path file = FILES.resolve("format-" + format + ".json");
    if (Boolean.getBoolean("format.record")) {
      record(file);
    }
    load(file);

    try (InMemoryRuntime runtime = runtime()) {
      assertThat(runtime.history(THREAD, HistoryQuery.all())).hasSize(3);
      RunResult result = runtime.answer(THREAD, Answer.single("yes")).await();

      assertThat(result.state().get(LOG))
          .containsExactly("assess", "ask:yes", "notify", "pay 12.50");
    }
  }

  @Test
  void shouldRefuseWhatALaterReleaseSaved() {
    StoredThreads.put(
        store,
        new SavedThread(
            THREAD.value(), "refunds", Progress.STOPPED, "{\"format\":99}", Instant.EPOCH));

    try (InMemoryRuntime runtime = runtime()) {
      assertThatThrownBy(() -> runtime.snapshot(THREAD))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("format 99, which a later release wrote");
    }
  }

  @Test
  void shouldWriteTheFormatThatAFileIsKeptOf() {
    assertThat(List.of(FILES.toFile().list())).contains("format-" + SavedThreads.FORMAT + ".json");
  }
}
