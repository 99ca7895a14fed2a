package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** What every bus does, in one process or for all. */
abstract class EventBusContract {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.123456Z");

  private final String thread = "thread-" + UUID.randomUUID();

  abstract EventBus bus();

  /** The same bus as another process opens it; one that serves one process, as it is. */
  abstract EventBus elsewhere();

  final Emitted emitted(long sequence, Emission emission) {
    return new Emitted(
        thread, "run", "ns:1", 3, 1L << 40, "task", "node", 2, sequence, NOW, emission);
  }

  private Emitted piece(long sequence) {
    return emitted(sequence, new Emission.Text("m1", "piece " + sequence));
  }

  private static List<Long> sequences(List<Emitted> emitted) {
    return emitted.stream().map(Emitted::sequence).toList();
  }

  @Test
  void shouldCarryEveryKindOfEmissionAsItIs() {
    List<Emission> kinds =
        List.of(
            new Emission.Custom(Map.of("a", List.of(1, "é", true))),
            new Emission.Custom(null),
            new Emission.Progress("half\nway", 0.5),
            new Emission.Progress("somewhere", null),
            new Emission.Text("m1", "é\uD83D\uDE00 \"quoted\""),
            new Emission.AttemptBegun(),
            new Emission.AttemptFailed("E", "why", Duration.ofMillis(1_500)),
            new Emission.AttemptFailed("E", "why", null));
    List<Emitted> all = new ArrayList<>();
    for (int at = 0; at < kinds.size(); at++) {
      all.add(emitted(at + 1, kinds.get(at)));
    }

    all.forEach(bus()::publish);
    bus().flush();

    try (EventBus.Subscription late = elsewhere().subscribe(thread, () -> {})) {
      assertThat(late.take()).isEqualTo(all);
      assertThat(late.take()).isEmpty();
    }
  }

  @Test
  void shouldWakeThoseWhoListenElsewhere() throws Exception {
    Semaphore woken = new Semaphore(0);
    List<Emitted> taken = new ArrayList<>();
    try (EventBus.Subscription listener = elsewhere().subscribe(thread, woken::release)) {
      for (long sequence = 1; sequence <= 3; sequence++) {
        bus().publish(piece(sequence));
        long wanted = sequence;
        await()
            .until(
                () -> {
                  woken.tryAcquire();
                  taken.addAll(listener.take());
                  return taken.size() == wanted;
                });
      }
    }

    assertThat(sequences(taken)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void shouldGiveALateReaderALongTextFromItsBeginning() {
    for (long sequence = 1; sequence <= 5_000; sequence++) {
      bus().publish(piece(sequence));
      if (sequence % 1_000 == 0) {
        await().untilAsserted(() -> bus().flush());
      }
    }

    await()
        .untilAsserted(
            () -> {
              try (EventBus.Subscription late = elsewhere().subscribe(thread, () -> {})) {
                assertThat(sequences(late.take())).hasSize(5_000).startsWith(1L, 2L).isSorted();
              }
            });
  }

  @Test
  void shouldLetReadersHaveWhatWasPublishedBeforeAFlush() {
    try (EventBus.Subscription listener = elsewhere().subscribe(thread, () -> {})) {
      for (long sequence = 1; sequence <= 50; sequence++) {
        bus().publish(piece(sequence));
        bus().flush();

        assertThat(sequences(listener.take())).containsExactly(sequence);
      }
    }
  }

  @Test
  void shouldTellNobodyOfOtherThreadsOrAfterItsEnd() throws Exception {
    CountDownLatch heard = new CountDownLatch(2);
    EventBus.Subscription closed = elsewhere().subscribe(thread, heard::countDown);
    closed.close();
    try (EventBus.Subscription other = elsewhere().subscribe(thread + "-2", () -> {})) {
      bus().publish(piece(1));
      bus().flush();

      assertThat(other.take()).isEmpty();
    }
    assertThat(heard.getCount()).as("woken by itself at the beginning only").isEqualTo(1);
  }

  @Test
  void shouldForgetWhatOneThreadHasEmittedAndGoOn() {
    Emitted other =
        new Emitted(
            thread + "-2", "run", "", 1, 1, "task", "node", 1, 1, NOW, new Emission.AttemptBegun());
    bus().publish(other);
    bus().publish(piece(1));
    bus().publish(piece(2));
    bus().flush();

    assertThat(elsewhere().forget(thread)).isEqualTo(2);
    assertThat(elsewhere().forget(thread)).isZero();

    try (EventBus.Subscription late = bus().subscribe(thread, () -> {});
        EventBus.Subscription another = bus().subscribe(other.thread(), () -> {})) {
      assertThat(late.take()).isEmpty();
      assertThat(another.take()).containsExactly(other);
      bus().publish(piece(3));
      bus().flush();
      assertThat(sequences(late.take())).containsExactly(3L);
    }
  }

  @Test
  void shouldLetEachListenerReadAtItsOwnPace() {
    try (EventBus.Subscription slow = elsewhere().subscribe(thread, () -> {});
        EventBus.Subscription quick = elsewhere().subscribe(thread, () -> {})) {
      for (long sequence = 1; sequence <= 3; sequence++) {
        bus().publish(piece(sequence));
        bus().flush();
        assertThat(sequences(quick.take())).containsExactly(sequence);
      }

      assertThat(sequences(slow.take())).containsExactly(1L, 2L, 3L);
    }
  }
}
