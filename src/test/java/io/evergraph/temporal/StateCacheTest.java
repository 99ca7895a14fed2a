package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.State;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StatePage;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateCacheTest {
  private static final long LARGE = 1_000_000;

  private static State state(String value) {
    return State.of(Map.of("value", value));
  }

  private static StateKey key(String run, long checkpoint) {
    return new StateKey(run, checkpoint, "digest");
  }

  private static StateCache cache(long bytes) {
    return new StateCache(bytes, state -> String.valueOf(state.value("value")).length());
  }

  @Test
  void shouldFindWhatWasPutUnderRunAndCheckpoint() {
    StateCache cache = cache(LARGE);

    cache.put(key("run-1", 3), state("a"), 10);
    cache.put(key("run-2", 3), state("b"), 10);

    assertThat(cache.find(key("run-1", 3))).contains(state("a"));
    assertThat(cache.find(key("run-2", 3))).contains(state("b"));
    assertThat(cache.find(key("run-1", 4))).isEmpty();
    assertThat(cache.find(key("run-3", 3))).isEmpty();
  }

  @Test
  void shouldHoldOneStatePerCheckpointAndFindItByItsDigestOnly() {
    StateCache cache = cache(LARGE);
    StateKey first = new StateKey("run", 3, "first");
    StateKey second = new StateKey("run", 3, "second");

    cache.put(first, state("a"), 10);
    assertThat(cache.find(second)).isEmpty();
    cache.put(second, state("b"), 10);

    assertThat(cache.find(first)).isEmpty();
    assertThat(cache.find(second)).contains(state("b"));
  }

  @Test
  void shouldNameTheNearestStatesUpToTheWantedOne() {
    StateCache cache = cache(LARGE);
    for (long number : new long[] {2, 3, 5, 8, 9, 11}) {
      cache.put(key("run", number), state("x" + number), 10);
    }

    assertThat(cache.nearest("run", 10).keySet())
        .extracting(StatePage.Request.Held::checkpoint)
        .containsExactly(9L, 8L, 5L, 3L);
    assertThat(cache.nearest("run", 11))
        .containsEntry(new StatePage.Request.Held(11, "digest"), state("x11"));
    assertThat(cache.nearest("run", 1)).isEmpty();
    assertThat(cache.nearest("unknown", 10)).isEmpty();
  }

  @Test
  void shouldDropTheRunsThatWereNotUsedForLongestWhenFull() {
    StateCache cache = cache(3_000);
    cache.put(key("old", 1), state("x"), 900);
    cache.put(key("used", 1), state("x"), 900);
    assertThat(cache.find(key("old", 1))).isPresent();
    assertThat(cache.find(key("used", 1))).isPresent();

    cache.put(key("new", 1), state("x"), 900);

    assertThat(cache.find(key("old", 1))).isEmpty();
    assertThat(cache.find(key("used", 1))).isPresent();
    assertThat(cache.find(key("new", 1))).isPresent();
    assertThat(cache.bytes()).isLessThanOrEqualTo(3_000);
  }

  @Test
  void shouldKeepTheNewestCheckpointsOfALongRun() {
    StateCache cache = cache(LARGE);

    for (int number = 1; number <= 200; number++) {
      cache.put(key("run", number), state("x"), 10);
    }

    assertThat(cache.find(key("run", 200))).isPresent();
    assertThat(cache.find(key("run", 137))).isPresent();
    assertThat(cache.find(key("run", 136))).isEmpty();
  }

  @Test
  void shouldWeighAnewWhenARunHasReplacedMuch() {
    StateCache cache = cache(100 * LARGE);

    for (int number = 1; number <= 1_000; number++) {
      cache.put(key("run", number), state("x".repeat(10)), 100_000);
    }

    assertThat(cache.bytes()).isLessThan(20 * LARGE);
  }

  @Test
  void shouldHoldNothingWhenCleared() {
    StateCache cache = cache(LARGE);
    cache.put(key("run", 1), state("x"), 10);

    cache.clear();

    assertThat(cache.find(key("run", 1))).isEmpty();
    assertThat(cache.bytes()).isZero();
  }
}
