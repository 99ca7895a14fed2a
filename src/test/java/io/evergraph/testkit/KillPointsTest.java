package io.evergraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which places of a run a seed chooses. */
class KillPointsTest {
  private static final List<String> PLACES = List.of("a", "b", "c", "d", "e", "f", "g", "h");
  private static final List<String> OTHERWISE = List.of("b", "a", "d", "c", "f", "e", "h", "g");

  private static List<String> lost(List<String> first, List<String> again, long seed) {
    KillPoints counted = KillPoints.counted();
    first.forEach(counted::pass);
    KillPoints some = counted.some(3, new Random(seed), () -> {});
    return again.stream().filter(some::pass).sorted().toList();
  }

  @Test
  void shouldLoseWorkersAtTheSamePlacesForTheSameSeed() {
    List<String> lost = lost(PLACES, PLACES, 7);

    assertThat(lost).hasSize(3).isEqualTo(lost(PLACES, PLACES, 7));
    assertThat(lost).isNotEqualTo(lost(PLACES, PLACES, 8));
  }

  @Test
  void shouldNotDependOnTheOrderInWhichTasksRunSideBySide() {
    assertThat(lost(OTHERWISE, PLACES, 7)).isEqualTo(lost(PLACES, OTHERWISE, 7));
  }

  @Test
  void shouldRefuseToLoseMoreWorkersThanThereArePlaces() {
    KillPoints all = KillPoints.counted();
    PLACES.forEach(all::pass);

    assertThatThrownBy(() -> all.some(9, new Random(1), () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 8 lost workers");
  }

  @Test
  void shouldNameThePlacesAtWhichNoWorkerWasLost() {
    KillPoints all = KillPoints.counted();
    PLACES.forEach(all::pass);
    KillPoints some = all.some(8, new Random(1), () -> {});
    PLACES.subList(0, 6).forEach(some::pass);

    assertThatThrownBy(() -> some.requireLost(6))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("8 workers", "6 were", "[g, h]");
  }

  @Test
  void shouldNoticeThatAWorkerWasNotReplaced() {
    KillPoints all = KillPoints.counted();
    PLACES.forEach(all::pass);
    KillPoints some = all.some(8, new Random(1), () -> {});
    PLACES.forEach(some::pass);

    assertThatThrownBy(() -> some.requireLost(7)).isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldLoseAWorkerOnceAtAPlace() {
    KillPoints all = KillPoints.counted();
    PLACES.forEach(all::pass);
    KillPoints some = all.some(PLACES.size(), new Random(1), () -> {});

    assertThat(PLACES.stream().filter(some::pass)).hasSize(PLACES.size());
    assertThat(PLACES.stream().filter(some::pass)).isEmpty();
  }
}
