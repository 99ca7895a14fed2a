package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.State;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateCacheTest {
  private static final long LARGE = 1_000_000;

  private static State state(String value) {
    return State.of(Map.of("value", value));
  }

  private static StateCache cache(long bytes) {
    return new StateCache(bytes, state -> String.valueOf(state.value("value")).length());
  }

  @Test
  void shouldFindWhatWasPutUnderRunAndCheckpoint() {
    StateCache cache = cache(LARGE);

    cache.put("run-1", 3, state("a"), 10);
    cache.put("run-2", 3, state("b"), 10);

    assertThat(cache.find("run-1", 3)).contains(state("a"));
    assertThat(cache.find("run-2", 3)).contains(state("b"));
    assertThat(cache.find("run-1", 4)).isEmpty();
    assertThat(cache.find("run-3", 3)).isEmpty();
  }

  @Test
  void shouldNameTheNearestCheckpointsBeforeTheWantedOne() {
    StateCache cache = cache(LARGE);
    for (long number : new long[] {2, 3, 5, 8, 9, 11}) {
      cache.put("run", number, state("x"), 10);
    }

    assertThat(cache.before("run", 10)).containsExactly(9L, 8L, 5L, 3L);
    assertThat(cache.before("run", 2)).isEmpty();
    assertThat(cache.before("unknown", 10)).isEmpty();
  }

  @Test
  void shouldDropTheRunsThatWereNotUsedForLongestWhenFull() {
    StateCache cache = cache(3_000);
    cache.put("old", 1, state("x"), 900);
    cache.put("used", 1, state("x"), 900);
    assertThat(cache.find("old", 1)).isPresent();
    assertThat(cache.find("used", 1)).isPresent();

    cache.put("new", 1, state("x"), 900);

    assertThat(cache.find("old", 1)).isEmpty();
    assertThat(cache.find("used", 1)).isPresent();
    assertThat(cache.find("new", 1)).isPresent();
    assertThat(cache.bytes()).isLessThanOrEqualTo(3_000);
  }

  @Test
  void shouldKeepTheNewestCheckpointsOfALongRun() {
    StateCache cache = cache(LARGE);

    for (int number = 1; number <= 200; number++) {
      cache.put("run", number, state("x"), 10);
    }

    assertThat(cache.find("run", 200)).isPresent();
    assertThat(cache.find("run", 137)).isPresent();
    assertThat(cache.find("run", 136)).isEmpty();
  }

  @Test
  void shouldWeighAnewWhenARunHasReplacedMuch() {
    StateCache cache = cache(100 * LARGE);

    for (int number = 1; number <= 1_000; number++) {
      cache.put("run", number, state("x".repeat(10)), 100_000);
    }

    assertThat(cache.bytes()).isLessThan(20 * LARGE);
  }

  @Test
  void shouldHoldNothingWhenCleared() {
    StateCache cache = cache(LARGE);
    cache.put("run", 1, state("x"), 10);

    cache.clear();

    assertThat(cache.find("run", 1)).isEmpty();
    assertThat(cache.bytes()).isZero();
  }
}
