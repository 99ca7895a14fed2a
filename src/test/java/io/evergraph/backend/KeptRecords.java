package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Emission;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records of each kind: what was written when a file was kept, and is expected of it. */
final class KeptRecords {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final String TEXT = "é\uD83D\uDE00 'a' \"b\" \\ \n";
  private static final byte[] CONTENT = TEXT.getBytes(StandardCharsets.UTF_8);
  private static final NodeCache.Key KEY = new NodeCache.Key("refunds", "assess é", "00112233");
  private static final List<String> NAMESPACE = List.of("ann é", "notes");

  static final SavedThread THREAD =
      new SavedThread("kept", "refunds", Progress.STOPPED, "{\"é\":\"'\"}", TIME);
  static final SavedPart PART = new SavedPart("kept", 2, 7, 0, "{\"part\":\"'\\\"\"}");

  private static final TaskRecord TASK =
      new TaskRecord(
          "task-1",
          "refunds",
          "ann é",
          "thread-1",
          "run-1",
          Map.of("order", 7, "text", TEXT, "list", List.of(true, 0.5)),
          Map.of("user", "ann"),
          TaskState.FAILED,
          TEXT,
          TIME,
          TIME);

  private static final List<Emitted> EMITTED =
      List.of(
          emitted(1, new Emission.AttemptBegun()),
          emitted(2, new Emission.Custom(Map.of("a", List.of(1, TEXT)))),
          emitted(3, new Emission.Progress("half", 0.5)),
          emitted(4, new Emission.Text("m1", TEXT)),
          emitted(5, new Emission.AttemptFailed("E", "why", Duration.ofMillis(1_500))));

  private KeptRecords() {}

  private static Emitted emitted(long sequence, Emission emission) {
    return new Emitted(
        "thread-1", "run-1", "ns:1", 3, 1L << 40, "task", "node", 2, sequence, TIME, emission);
  }

  static void write(CheckpointStore store) {
    StoredThreads.put(store, THREAD, PART);
  }

  static void read(CheckpointStore store) {
    assertThat(store.find("kept")).contains(THREAD);
    assertThat(store.parts("kept")).containsExactly(PART);
    assertThat(store.ids("", 10)).containsExactly("kept");
    assertThat(store.open("", 10)).containsExactly(THREAD);
    assertThat(store.deleteStopped(TIME)).isZero();
    assertThat(store.deleteStopped(TIME.plusMillis(1))).isEqualTo(1);
    assertThat(store.parts("kept")).isEmpty();
  }

  private static final Map<String, Object> VALUE = Map.of("text", TEXT, "count", 7, "real", 0.5);

  static void write(Store store) {
    StoreItem first = store.put(NAMESPACE, "one", Map.of("text", "first"));
    assertThat(store.put(NAMESPACE, "one", VALUE).version()).isEqualTo(first.version() + 1);
  }

  static void read(Store store) {
    StoreItem item = store.get(NAMESPACE, "one").orElseThrow();
    assertThat(item.value()).isEqualTo(VALUE);
    assertThat(item.version()).isEqualTo(2);
    assertThat(store.search(StoreQuery.in(NAMESPACE).where("count", 7))).containsExactly(item);
    assertThat(store.put(NAMESPACE, "one", Map.of()).version()).isEqualTo(3);
  }

  static void write(TaskRecords tasks) {
    tasks.create(TASK);
  }

  static void read(TaskRecords tasks) {
    assertThat(tasks.find("task-1")).contains(TASK);
    assertThat(tasks.list(TaskQuery.all().ofUser("ann é"))).containsExactly(TASK);
    assertThat(tasks.deleteOf("thread-1")).isEqualTo(1);
  }

  static void write(NodeCache cache) {
    cache.put(KEY, "{\"é\":1}", Optional.empty());
  }

  static void read(NodeCache cache) {
    assertThat(cache.find(KEY)).contains("{\"é\":1}");
    assertThat(cache.clear(KEY.graph(), KEY.node())).contains(1);
  }

  static void write(BlobStore blobs) {
    assertThat(blobs.put(CONTENT)).isEqualTo(BlobReference.of(CONTENT));
  }

  static void read(BlobStore blobs) {
    assertThat(blobs.get(BlobReference.of(CONTENT))).isEqualTo(CONTENT);
    assertThat(blobs.references()).containsExactly(BlobReference.of(CONTENT));
  }

  static void write(EventBus bus) {
    EMITTED.forEach(bus::publish);
    bus.flush();
    read(bus);
  }

  static void read(EventBus bus) {
    try (EventBus.Subscription late = bus.subscribe("thread-1", () -> {})) {
      List<Emitted> found = new ArrayList<>();
      await()
          .untilAsserted(
              () -> {
                found.addAll(late.take());
                assertThat(found).isEqualTo(EMITTED);
              });
    }
  }
}
