package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.evergraph.task.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What all limits of admission do. */
abstract class AdmissionLimitsContract {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final String name = TimeOrderedId.next();
  private final Place place = new Place("place " + name, 2);

  /** Counts budgets by this clock. */
  static final SettableClock CLOCK = new SettableClock();

  abstract AdmissionLimits limits();

  /** The same limits as another process opens them. */
  abstract AdmissionLimits elsewhere();

  private static boolean enters(AdmissionLimits limits, String holder, Place... places) {
    return limits.enter(holder, List.of(places), MINUTE).isEmpty();
  }

  @Test
  void shouldGiveOutABudgetAndSayWhenTheNextBegins() {
    assertThat(limits().take(name, 3, MINUTE)).isEmpty();
    CLOCK.pass(Duration.ofSeconds(15));
    assertThat(elsewhere().take(name, 3, MINUTE)).isEmpty();
    assertThat(limits().take(name, 3, MINUTE)).isEmpty();

    assertThat(elsewhere().take(name, 3, MINUTE)).contains(Duration.ofSeconds(45));
    CLOCK.pass(Duration.ofSeconds(44));
    assertThat(limits().take(name, 3, MINUTE)).contains(Duration.ofSeconds(1));
    assertThat(limits().take("another " + name, 3, MINUTE)).isEmpty();
  }

  @Test
  void shouldBeginEachWindowWithTheWholeBudget() {
    assertThat(limits().take(name, 2, MINUTE)).isEmpty();
    CLOCK.pass(Duration.ofSeconds(150));

    assertThat(limits().take(name, 2, MINUTE)).isEmpty();
    assertThat(elsewhere().take(name, 2, MINUTE)).isEmpty();
    assertThat(limits().take(name, 2, MINUTE)).contains(Duration.ofSeconds(30));
  }

  @Test
  void shouldLetNoMoreIntoAPlaceThanItHolds() {
    assertThat(enters(limits(), "a " + name, place)).isTrue();
    assertThat(enters(elsewhere(), "b " + name, place)).isTrue();

    assertThat(limits().enter("c " + name, List.of(place), MINUTE)).contains(place);
    assertThat(enters(limits(), "a " + name, place)).isTrue();
    elsewhere().leave("a " + name);

    assertThat(enters(limits(), "c " + name, place)).isTrue();
  }

  @Test
  void shouldEnterAllPlacesOrNone() {
    Place wide = new Place("wide " + name, 3);
    Place narrow = new Place("narrow " + name, 1);
    assertThat(enters(limits(), "a " + name, wide, narrow)).isTrue();

    assertThat(elsewhere().enter("b " + name, List.of(wide, narrow), MINUTE)).contains(narrow);

    assertThat(enters(limits(), "c " + name, wide)).isTrue();
    assertThat(enters(limits(), "d " + name, wide)).isTrue();
    assertThat(enters(limits(), "e " + name, wide)).isFalse();
  }

  @Test
  void shouldGiveBackWhatIsNotRenewed() {
    Duration brief = Duration.ofMillis(50);
    assertThat(limits().enter("a " + name, List.of(place), brief)).isEmpty();
    assertThat(limits().enter("b " + name, List.of(place), brief)).isEmpty();
    elsewhere().renew(List.of("b " + name), Duration.ofMinutes(10));

    pass(brief);

    await().until(() -> enters(limits(), "c " + name, place));
    assertThat(enters(elsewhere(), "d " + name, place)).isFalse();
  }

  /** Moves the clock of places, where it can be moved. */
  void pass(Duration time) {}

  @Test
  void shouldLetExactlyAsManyPassWhenManyCome() {
    Place five = new Place("five " + name, 5);

    long entered =
        IntStream.range(0, 60)
            .parallel()
            .filter(it -> enters(it % 2 == 0 ? limits() : elsewhere(), it + name, five))
            .count();
    long taken =
        IntStream.range(0, 60)
            .parallel()
            .filter(
                it ->
                    (it % 2 == 0 ? limits() : elsewhere())
                        .take(name, 30, Duration.ofDays(1))
                        .isEmpty())
            .count();

    assertThat(entered).isEqualTo(5);
    assertThat(taken).isEqualTo(30);
  }
}
