package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import io.evergraph.llm.model.SemanticStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every long-term store does. */
abstract class StoreContract {
  private final String user = "user-" + UUID.randomUUID();
  private final List<String> notes = List.of(user, "notes");

  abstract Store store();

  /** The same store as another process opens it. */
  abstract Store elsewhere();

  private void put(String key, Map<String, ?> value) {
    store().put(notes, key, value);
  }

  private static List<String> keys(List<StoreItem> items) {
    return items.stream().map(StoreItem::key).toList();
  }

  @Test
  void shouldGiveBackWhatWasPut() {
    Map<String, Object> value =
        Map.of(
            "text",
            "a \"quoted\" é",
            "whole",
            7,
            "large",
            1L << 40,
            "reals",
            List.of(0.5, 1e7, -2e19, Double.MAX_VALUE, Double.MIN_VALUE),
            "list",
            List.of(1, true),
            "map",
            Map.of("deep", "x"));

    StoreItem put = store().put(notes, "one", value);

    assertThat(elsewhere().get(notes, "one")).contains(put);
    assertThat(put.value()).isEqualTo(value);
    assertThat(put.version()).isEqualTo(1);
    assertThat(store().get(notes, "two")).isEmpty();
    assertThat(store().get(List.of(user), "one")).isEmpty();
  }

  @Test
  void shouldReadTheItemsOfAllNamespaces() {
    put("one", Map.of("text", "first"));
    StoreItem other = store().put(List.of(user + "-other"), "two", Map.of("text", "second"));
    put("three", Map.of("text", "deleted"));
    store().delete(notes, "three");

    List<StoreItem> found = new ArrayList<>();
    elsewhere().read(found::add);

    assertThat(found).contains(other, store().get(notes, "one").orElseThrow());
    assertThat(keys(found)).doesNotContain("three");
  }

  @Test
  void shouldKeepTheTimeOfCreationWhenAnItemIsReplaced() {
    StoreItem first = store().put(notes, "k", Map.of("n", 1));
    Instant before = Instant.now();
    await().until(() -> Instant.now().isAfter(before.plusMillis(2)));

    StoreItem second = elsewhere().put(notes, "k", Map.of("n", 2));

    assertThat(second.createdAt()).isEqualTo(first.createdAt());
    assertThat(second.updatedAt()).isAfter(first.updatedAt());
    assertThat(second.version()).isEqualTo(2);
    assertThat(store().search(StoreQuery.in(notes))).containsExactly(second);
  }

  @Test
  void shouldDeleteOneItemOnly() {
    put("a", Map.of());
    put("b", Map.of());

    assertThat(store().delete(notes, "a")).isTrue();

    assertThat(elsewhere().delete(notes, "a")).isFalse();
    assertThat(keys(store().search(StoreQuery.in(notes)))).containsExactly("b");
    assertThat(store().put(notes, "a", Map.of()).version()).isEqualTo(1);
  }

  @Test
  void shouldPutOnlyOnTheExpectedVersion() {
    StoreWrite write = StoreWrite.of(notes, "k", Map.of("n", 1));

    assertThat(store().putIf(write, 3)).isEmpty();
    assertThat(store().putIf(write, 0).map(StoreItem::version)).contains(1L);
    assertThat(store().putIf(write, 0)).isEmpty();
    assertThat(elsewhere().putIf(write, 1).map(StoreItem::version)).contains(2L);
    assertThat(store().putIf(write, 1)).isEmpty();
  }

  @Test
  void shouldLetOneOfManyPutOnTheSameVersion() throws Exception {
    store().put(notes, "k", Map.of("n", 0));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Optional<StoreItem>>> puts = new ArrayList<>();
      for (int put = 0; put < 16; put++) {
        Store store = put % 2 == 0 ? store() : elsewhere();
        StoreWrite write = StoreWrite.of(notes, "k", Map.of("n", put));
        puts.add(() -> store.putIf(write, 1));
      }
      int won = 0;
      for (Future<Optional<StoreItem>> put : threads.invokeAll(puts)) {
        won += put.get().isPresent() ? 1 : 0;
      }

      assertThat(won).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldFindByPrefixAndFilterInPages() {
    for (int number = 10; number < 22; number++) {
      put("n" + number, Map.of("even", number % 2 == 0, "number", number));
    }
    store().put(List.of(user, "notes", "deep"), "d", Map.of("even", true));
    store().put(List.of(user, "notes2"), "other", Map.of("even", true));
    StoreQuery even = StoreQuery.in(notes).where("even", true);

    assertThat(store().search(StoreQuery.in(notes))).hasSize(10);
    assertThat(keys(elsewhere().search(even)))
        .containsExactly("n10", "n12", "n14", "n16", "n18", "n20", "d");
    assertThat(keys(store().search(even.offset(2).limit(2)))).containsExactly("n14", "n16");
    assertThat(keys(store().search(even.where("number", 12.0)))).containsExactly("n12");
    assertThat(store().search(even.where("missing", null))).isEmpty();
    assertThat(keys(store().search(StoreQuery.in(user).offset(13)))).containsExactly("other");
    assertThat(store().search(StoreQuery.in("nobody-" + user))).isEmpty();
  }

  @Test
  void shouldForgetWhatHasExpired() {
    StoreWrite write = StoreWrite.of(notes, "k", Map.of()).expiresAfter(Duration.ofSeconds(1));
    store().put(write);
    assertThat(store().get(notes, "k")).isPresent();

    await().until(() -> store().get(notes, "k").isEmpty());

    assertThat(elsewhere().search(StoreQuery.in(notes))).isEmpty();
    assertThat(store().delete(notes, "k")).isFalse();
    assertThat(store().putIf(write, 0).map(StoreItem::version)).contains(1L);
    assertThat(store().put(notes, "k", Map.of()).version()).isEqualTo(2);
  }

  @Test
  void shouldTakeTheLongestTimeToLiveAndNoneBeyond() {
    StoreWrite write = StoreWrite.of(notes, "k", Map.of());
    store().put(write.expiresUnusedFor(Duration.ofDays(36_500)));

    assertThat(store().get(notes, "k")).isPresent();
    for (Duration beyond : List.of(Duration.ofDays(36_501), ChronoUnit.FOREVER.getDuration())) {
      assertThatThrownBy(() -> write.expiresAfter(beyond))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("at most 36500 days");
    }
  }

  @Test
  void shouldLetItemsLiveOnWhileTheyAreRead() {
    Duration time = Duration.ofSeconds(2);
    store().put(StoreWrite.of(notes, "read", Map.of()).expiresUnusedFor(time));
    store().put(StoreWrite.of(notes, "unread", Map.of()).expiresUnusedFor(time));

    await()
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              assertThat(store().get(notes, "read")).isPresent();
              assertThat(keys(store().search(StoreQuery.in(notes)))).containsExactly("read");
            });
  }

  @Test
  void shouldKeepWhatIsRefreshedWithoutATime() {
    StoreItem put = store().put(new StoreWrite(notes, "k", Map.of(), Optional.empty(), true));

    assertThat(store().get(notes, "k")).contains(put);
    assertThat(elsewhere().get(notes, "k")).contains(put);
  }

  @Test
  void shouldFindWhatIsNearestInMeaning() {
    Store meaning = new SemanticStore(store(), new LetterModel());
    meaning.put(notes, "far", Map.of("text", "zzzz", "kind", 1));
    meaning.put(notes, "near", Map.of("text", "aaab", "kind", 1));
    meaning.put(notes, "other", Map.of("text", "aaaa", "kind", 2));
    meaning.put(notes, "wordless", Map.of("number", 1));

    List<StoreItem> found = meaning.search(StoreQuery.in(notes).near("aaaa").limit(2));

    assertThat(keys(found)).containsExactly("other", "near");
    assertThat(found.get(0).score().orElseThrow()).isGreaterThan(0.9);
    assertThat(found.get(0).value()).containsOnlyKeys("text", "kind");
    assertThat(keys(meaning.search(StoreQuery.in(notes).near("aaaa").where("kind", 1))))
        .containsExactly("near", "far");
    assertThatThrownBy(() -> store().search(StoreQuery.in(notes).near("aaaa")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SemanticStore");
  }

  @Test
  void shouldRefuseWhatItCouldNotGiveBack() {
    assertThatThrownBy(() -> put("k", Map.of("when", Instant.EPOCH)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.time.Instant");
    assertThatThrownBy(() -> store().put(List.of(), "k", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> put("a\u001fb", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StoreQuery.in(notes).where("list", Arrays.asList(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("list");
  }
}
