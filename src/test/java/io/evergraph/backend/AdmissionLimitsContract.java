package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Entrant;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.evergraph.task.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return full(limits, new Entrant(holder, 0, List.of(places)), Duration.ZERO).isEmpty();
  }

  /** Returns the place that somebody found full. */
  private static Optional<Place> full(AdmissionLimits limits, Entrant who, Duration patience) {
    return Optional.ofNullable(limits.enter(List.of(who), MINUTE, patience).get(who.holder()));
  }

  private Entrant entrant(String holder, int rank, Place... places) {
    return new Entrant(holder + " " + name, rank, List.of(places));
  }

  /** Fills a place that holds one, and returns who is in. */
  private String fill(Place one) {
    String inside = "inside " + one.name();
    assertThat(enters(limits(), inside, one)).isTrue();
    return inside;
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
    assertThat(limits().take(name, 4, MINUTE)).as("a raised limit").isEmpty();
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

    assertThat(full(limits(), entrant("c", 0, place), Duration.ZERO)).contains(place);
    assertThat(enters(limits(), "a " + name, place)).isTrue();
    elsewhere().leave("a " + name);

    assertThat(enters(limits(), "c " + name, place)).isTrue();
  }

  @Test
  void shouldEnterAllPlacesOrNone() {
    Place wide = new Place("wide " + name, 3);
    Place narrow = new Place("narrow " + name, 1);
    assertThat(enters(limits(), "a " + name, wide, narrow)).isTrue();

    assertThat(full(elsewhere(), entrant("b", 0, wide, narrow), Duration.ZERO)).contains(narrow);

    assertThat(enters(limits(), "c " + name, wide)).isTrue();
    assertThat(enters(limits(), "d " + name, wide)).isTrue();
    assertThat(enters(limits(), "e " + name, wide)).isFalse();
  }

  @Test
  void shouldGiveBackWhatIsNotRenewed() {
    Duration brief = Duration.ofMillis(50);
    List<Entrant> both = List.of(entrant("a", 0, place), entrant("b", 0, place));
    assertThat(limits().enter(both, brief, Duration.ZERO)).isEmpty();
    elsewhere().renew(List.of("b " + name), Duration.ofMinutes(10));

    pass(brief);

    await().until(() -> enters(limits(), "c " + name, place));
    assertThat(enters(elsewhere(), "d " + name, place)).isFalse();
  }

  @Test
  void shouldLetInByRankThenInTheOrderOfArrival() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    Entrant low = entrant("low", 2, one);
    Entrant first = entrant("first", 1, one);
    Entrant second = entrant("second", 1, one);
    Entrant high = entrant("high", 0, one);
    List<Entrant> waiting = List.of(low, first, second, high);
    for (Entrant who : waiting) {
      assertThat(full(who == first ? elsewhere() : limits(), who, MINUTE)).contains(one);
    }
    limits().leave(inside);

    for (Entrant next : List.of(high, first, second, low)) {
      for (Entrant who : waiting) {
        if (who != next) {
          assertThat(full(elsewhere(), who, MINUTE)).as(who.holder()).contains(one);
        }
      }
      assertThat(full(limits(), next, MINUTE)).as(next.holder()).isEmpty();
      waiting = waiting.stream().filter(who -> who != next).toList();
      elsewhere().leave(next.holder());
    }
  }

  @Test
  void shouldLetNobodyOvertakeWhoWaitsButThoseOfALowerRank() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    assertThat(full(limits(), entrant("waits", 1, one), MINUTE)).contains(one);
    limits().leave(inside);

    assertThat(full(elsewhere(), entrant("same", 1, one), Duration.ZERO)).contains(one);
    assertThat(full(elsewhere(), entrant("before", 0, one), Duration.ZERO)).isEmpty();
  }

  @Test
  void shouldLetInAsManyOfThoseWhoAskTogetherAsThereIsRoom() {
    Place one = new Place("one " + name, 1);
    List<Entrant> asking =
        List.of(
            entrant("a", 0, place, one),
            entrant("b", 0, place, one),
            entrant("c", 0, place),
            entrant("d", 1, place));

    assertThat(limits().enter(asking, MINUTE, MINUTE))
        .containsExactly(Map.entry("b " + name, one), Map.entry("d " + name, place));
    assertThat(elsewhere().enter(asking, MINUTE, MINUTE))
        .containsExactly(Map.entry("b " + name, place), Map.entry("d " + name, place));
  }

  @Test
  void shouldHoldUpNobodyWhoWantsAnotherPlace() {
    Place full = new Place("full " + name, 1);
    Place free = new Place("free " + name, 1);
    String inside = fill(full);
    assertThat(full(limits(), entrant("waits", 0, place, full), MINUTE)).contains(full);

    assertThat(full(elsewhere(), entrant("other", 2, place, free), Duration.ZERO)).isEmpty();
    assertThat(full(elsewhere(), entrant("another", 2, place), Duration.ZERO)).isEmpty();
    limits().leave(inside);

    assertThat(full(limits(), entrant("waits", 0, place, full), MINUTE)).contains(place);
    assertThat(full(elsewhere(), entrant("late", 2, full), Duration.ZERO)).isEmpty();
  }

  @Test
  void shouldKeepTheTurnOfWhoWaitsForAnotherPlaceNow() {
    Place first = new Place("first " + name, 1);
    Place second = new Place("second " + name, 1);
    String inFirst = fill(first);
    String inSecond = fill(second);
    assertThat(full(limits(), entrant("a", 1, first, second), MINUTE)).contains(first);
    assertThat(full(limits(), entrant("b", 1, second), MINUTE)).contains(second);
    limits().leave(inFirst);
    assertThat(full(limits(), entrant("a", 1, first, second), MINUTE)).contains(second);
    limits().leave(inSecond);

    assertThat(full(elsewhere(), entrant("b", 1, second), MINUTE)).contains(second);
    assertThat(full(elsewhere(), entrant("a", 1, first, second), MINUTE)).isEmpty();
  }

  @Test
  void shouldLetInWhoWaitedFirstThoughAnotherIsNamedBefore() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    Entrant first = entrant("first", 1, one);
    Entrant second = entrant("second", 1, one);
    assertThat(full(limits(), first, MINUTE)).contains(one);
    limits().leave(inside);

    assertThat(elsewhere().enter(List.of(second, first), MINUTE, MINUTE))
        .containsExactly(Map.entry(second.holder(), one));
  }

  @Test
  void shouldKeepTheOrderOfManyWhoAskAgainWithLittleWork() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    List<Entrant> waiting = new ArrayList<>();
    IntStream.range(0, 500).forEach(it -> waiting.add(entrant("w" + it, it / 250, place, one)));
    assertThat(limits().enter(waiting, MINUTE, MINUTE)).hasSize(500).containsValue(one);
    long before = work();

    assertThat(limits().enter(waiting, MINUTE, MINUTE)).hasSize(500).containsValue(one);

    assertThat(work() - before).isLessThanOrEqualTo(mostWork(500));
    limits().leave(inside);
    for (int turn = 0; turn < 3; turn++) {
      assertThat(full(elsewhere(), waiting.get(1), MINUTE)).contains(one);
      assertThat(full(elsewhere(), entrant("late", 0, one), Duration.ZERO)).contains(one);
      Map<String, Place> full = limits().enter(waiting, MINUTE, MINUTE);
      limits().leave(waiting.remove(0).holder());
      assertThat(full.keySet())
          .containsExactlyElementsOf(waiting.stream().map(Entrant::holder).toList());
    }
  }

  /** Returns how much the back-end has done so far, where it counts that. */
  long work() {
    return 0;
  }

  /** Returns how much it may do when so many ask again. */
  long mostWork(int waiting) {
    return 0;
  }

  @Test
  void shouldForgetWhoWaitsNoMore() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    Duration brief = Duration.ofMillis(50);
    assertThat(full(limits(), entrant("gone", 0, one), MINUTE)).contains(one);
    assertThat(full(limits(), entrant("killed", 0, one), brief)).contains(one);
    limits().leave(inside);
    elsewhere().leave("gone " + name);

    pass(brief);

    await().until(() -> full(elsewhere(), entrant("late", 2, one), Duration.ZERO).isEmpty());
  }

  @Test
  void shouldEndTheTurnOfWhoDidNotAskInTime() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    Duration brief = Duration.ofMillis(50);
    Entrant silent = entrant("silent", 0, one);
    Entrant next = entrant("next", 0, one);
    Entrant meanwhile = entrant("meanwhile", 2, one);
    assertThat(full(limits(), silent, brief)).contains(one);
    limits().leave(inside);
    pass(brief);
    await().until(() -> full(elsewhere(), meanwhile, Duration.ZERO).isEmpty());

    assertThat(full(elsewhere(), next, MINUTE)).contains(one);
    assertThat(full(limits(), silent, MINUTE)).contains(one);
    limits().leave(meanwhile.holder());

    assertThat(full(limits(), silent, MINUTE)).contains(one);
    assertThat(full(elsewhere(), next, MINUTE)).isEmpty();
  }

  @Test
  void shouldHoldUpOthersForAsLongAsItIsAskedAgain() {
    Place one = new Place("one " + name, 1);
    String inside = fill(one);
    assertThat(full(limits(), entrant("waits", 0, one), Duration.ofMillis(1))).contains(one);
    assertThat(full(limits(), entrant("waits", 0, one), MINUTE)).contains(one);
    limits().renew(List.of("waits " + name), Duration.ofMillis(1));
    limits().leave(inside);

    pass(Duration.ofSeconds(1));

    assertThat(full(elsewhere(), entrant("late", 2, one), Duration.ZERO)).contains(one);
    assertThat(full(elsewhere(), entrant("waits", 0, one), MINUTE)).isEmpty();
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
