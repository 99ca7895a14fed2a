package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every checkpoint store does. */
abstract class CheckpointStoreContract {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final String LARGE = "é\uD83D\uDE00\n'\"\\".repeat(200_000);

  private final String id = "thread-" + UUID.randomUUID();

  @AfterEach
  void deleteAll() {
    store().open("", 1_000).forEach(saved -> store().delete(saved.id()));
  }

  abstract CheckpointStore store();

  /** The same store as another process opens it. */
  abstract CheckpointStore elsewhere();

  private SavedThread thread(Progress progress) {
    return new SavedThread(id, "refunds", progress, "{\"é\":1}", NOW);
  }

  private SavedPart part(long number, long lastCheckpoint, long keptFrom) {
    return new SavedPart(id, number, lastCheckpoint, keptFrom, "{\"part\":" + number + "}");
  }

  private List<Long> numbers() {
    return elsewhere().parts(id).stream().map(SavedPart::number).toList();
  }

  @Test
  void shouldKnowNothingOfAThreadThatWasNotSaved() {
    assertThat(store().find(id)).isEmpty();
    assertThat(store().parts(id)).isEmpty();
    assertThat(store().delete(id)).isFalse();
  }

  @Test
  void shouldGiveBackWhatWasSavedElsewhere() {
    SavedPart large = new SavedPart(id, 1, 7, 0, LARGE);

    StoredThreads.put(store(), thread(Progress.RUNNING), large);

    assertThat(elsewhere().find(id)).contains(thread(Progress.RUNNING));
    assertThat(elsewhere().parts(id))
        .singleElement()
        .extracting(SavedPart::content)
        .isEqualTo(LARGE);
    assertThat(elsewhere().parts(id).get(0).lastCheckpoint()).isEqualTo(7);
  }

  @Test
  void shouldSaveAThreadThatHasNoCheckpointYet() {
    StoredThreads.put(store(), thread(Progress.STOPPED));

    assertThat(elsewhere().find(id)).contains(thread(Progress.STOPPED));
    assertThat(elsewhere().parts(id)).isEmpty();
  }

  @Test
  void shouldKeepPartsInTheirOrderAndEachOnce() {
    for (int number = 1; number <= 12; number++) {
      StoredThreads.put(store(), thread(Progress.RUNNING), part(number, number, 0));
    }
    StoredThreads.put(store(), thread(Progress.ENDED), part(12, 12, 0));

    assertThat(numbers()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
    assertThat(elsewhere().find(id)).contains(thread(Progress.ENDED));
  }

  @Test
  void shouldRefuseASaveThatDoesNotFollowWhatIsThere() {
    Instant later = NOW.plusMillis(1);
    SavedThread ended = thread(Progress.ENDED).at(later);
    assertThat(store().save(thread(Progress.STOPPED), part(1, 1, 0), null)).isTrue();
    assertThat(store().save(ended, part(2, 2, 0), NOW)).isTrue();

    assertThat(elsewhere().save(thread(Progress.STOPPED), part(2, 2, 0), NOW)).isFalse();
    assertThat(elsewhere().save(thread(Progress.STOPPED), part(1, 1, 0), null)).isFalse();

    assertThat(store().find(id)).contains(ended);
    assertThat(numbers()).containsExactly(1L, 2L);
  }

  @Test
  void shouldNotSaveWhatCameToAThreadThatWasDeleted() {
    assertThat(store().save(thread(Progress.STOPPED), part(1, 1, 0), null)).isTrue();
    store().delete(id);

    SavedThread next = thread(Progress.STOPPED).at(NOW.plusMillis(1));
    assertThat(store().save(next, part(2, 2, 0), NOW)).isFalse();
    assertThat(store().save(next, null, NOW)).isFalse();

    assertThat(elsewhere().find(id)).isEmpty();
    assertThat(numbers()).isEmpty();
  }

  @Test
  void shouldTakeOneOfTwoFirstSavesAtATime() {
    CyclicBarrier together = new CyclicBarrier(2);
    List<CompletableFuture<Boolean>> saves =
        Stream.of(store(), elsewhere())
            .map(
                one ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          awaitOther(together);
                          return one.save(thread(Progress.STOPPED), part(1, 1, 0), null);
                        }))
            .toList();

    assertThat(saves).extracting(CompletableFuture::join).containsExactlyInAnyOrder(true, false);
    assertThat(numbers()).containsExactly(1L);
  }

  private static void awaitOther(CyclicBarrier together) {
    try {
      int unused = together.await(10, TimeUnit.SECONDS);
    } catch (Exception alone) {
      throw new IllegalStateException(alone);
    }
  }

  @Test
  void shouldForgetPartsThatEndBeforeWhatTheThreadKeeps() {
    StoredThreads.put(store(), thread(Progress.RUNNING), part(1, 3, 0));
    StoredThreads.put(store(), thread(Progress.RUNNING), part(2, 5, 0));
    StoredThreads.put(store(), thread(Progress.RUNNING), part(3, 9, 5));

    assertThat(numbers()).containsExactly(2L, 3L);
  }

  @Test
  void shouldKeepThePartThatIsSavedThoughNoCheckpointIsNew() {
    StoredThreads.put(store(), thread(Progress.RUNNING), part(1, 3, 0));
    StoredThreads.put(store(), thread(Progress.STOPPED), part(2, 3, 4));

    assertThat(numbers()).containsExactly(2L);
  }

  @Test
  void shouldBeginAnewWithAFirstPart() {
    StoredThreads.put(store(), thread(Progress.RUNNING), part(1, 3, 0));
    StoredThreads.put(store(), thread(Progress.ENDED), part(2, 5, 0));

    StoredThreads.put(store(), thread(Progress.RUNNING), part(1, 1, 0));

    assertThat(numbers()).containsExactly(1L);
    assertThat(elsewhere().parts(id).get(0).lastCheckpoint()).isEqualTo(1);
  }

  @Test
  void shouldListThreadsThatMayGoOnInPages() {
    List<String> ids = List.of(id + "-1", id + "-2", id + "-3", id + "-4");
    List<Progress> states =
        List.of(Progress.RUNNING, Progress.ENDED, Progress.STOPPED, Progress.RUNNING);
    for (int at = 0; at < ids.size(); at++) {
      StoredThreads.put(store(), new SavedThread(ids.get(at), "g", states.get(at), "{}", NOW));
    }

    assertThat(elsewhere().open(id, 2))
        .extracting(SavedThread::id)
        .containsExactly(ids.get(0), ids.get(2));
    assertThat(elsewhere().open(ids.get(2), 1))
        .extracting(SavedThread::id)
        .containsExactly(ids.get(3));
  }

  @Test
  void shouldListTheIdsOfAllThreadsInPagesSorted() {
    List<String> ids = List.of(id + "-1", id + "-2", id + "-3");
    StoredThreads.put(store(), new SavedThread(ids.get(2), "g", Progress.STOPPED, "{}", NOW));
    StoredThreads.put(store(), new SavedThread(ids.get(0), "g", Progress.ENDED, "{}", NOW));
    SavedThread running = new SavedThread(ids.get(1), "g", Progress.RUNNING, "{}", NOW);
    StoredThreads.put(store(), running, new SavedPart(ids.get(1), 1, 1, 0, "{}"));

    assertThat(elsewhere().ids(id, 2)).containsExactly(ids.get(0), ids.get(1));
    assertThat(elsewhere().ids(ids.get(1), 1)).containsExactly(ids.get(2));
    assertThat(elsewhere().ids("", 10_000)).containsSubsequence(ids);
    store().delete(ids.get(0));
    assertThat(elsewhere().ids(id, 1)).containsExactly(ids.get(1));
  }

  @Test
  void shouldDeleteAThreadWithItsParts() {
    StoredThreads.put(store(), thread(Progress.STOPPED), part(1, 3, 0));

    assertThat(elsewhere().delete(id)).isTrue();

    assertThat(store().find(id)).isEmpty();
    assertThat(store().parts(id)).isEmpty();
    assertThat(store().open("", 1_000)).extracting(SavedThread::id).doesNotContain(id);
  }

  @Test
  void shouldDeleteThreadsThatStoppedBeforeATime() {
    Instant old = Instant.parse("2001-01-01T00:00:00Z");
    StoredThreads.put(store(), new SavedThread(id + "-stopped", "g", Progress.STOPPED, "{}", old));
    StoredThreads.put(store(), new SavedThread(id + "-ended", "g", Progress.ENDED, "{}", old));
    StoredThreads.put(store(), new SavedThread(id + "-running", "g", Progress.RUNNING, "{}", old));
    StoredThreads.put(store(), new SavedThread(id + "-new", "g", Progress.STOPPED, "{}", NOW));

    assertThat(elsewhere().deleteStopped(NOW)).isEqualTo(2);

    assertThat(store().find(id + "-stopped")).isEmpty();
    assertThat(store().find(id + "-ended")).isEmpty();
    assertThat(store().find(id + "-running")).isPresent();
    assertThat(store().find(id + "-new")).isPresent();
  }
}
