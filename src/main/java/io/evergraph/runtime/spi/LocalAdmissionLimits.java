package io.evergraph.runtime.spi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts in this process, for this process alone. */
public final class LocalAdmissionLimits implements AdmissionLimits {
  private static final int MOST_BUDGETS = 100_000;

  private final Clock clock;
  private final Cache<String, Budget> budgets =
      Caffeine.newBuilder().maximumSize(MOST_BUDGETS).build();

  /** When each holder of a place has to be out. */
  private final Map<String, Map<String, Instant>> places = new HashMap<>();

  private final Map<String, Waiting> waiting = new HashMap<>();
  private long arrivals;

  /** Counts by the clock of the system. */
  public LocalAdmissionLimits() {
    this(Clock.systemUTC());
  }

  /** Counts by a clock. */
  public LocalAdmissionLimits(Clock clock) {
    this.clock = clock;
  }

  /**
   * What was taken in a window.
   *
   * @param from when the window began
   */
  private record Budget(Instant from, int taken) {
    Budget at(Instant now, Duration window) {
      long windows = Duration.between(from, now).toMillis() / window.toMillis();
      return windows > 0 ? new Budget(from.plus(window.multipliedBy(windows)), 0) : this;
    }
  }

  /**
   * A holder that waits.
   *
   * @param arrival counts those who came
   * @param end until when, unless it asks again
   */
  private record Waiting(Place place, int rank, long arrival, Instant end) {
    boolean goesBefore(int otherRank, long otherArrival) {
      return rank == otherRank ? arrival < otherArrival : rank < otherRank;
    }
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public synchronized Optional<Duration> take(String key, int most, Duration window) {
    Instant now = clock.instant();
    Budget budget = budgets.get(key, unused -> new Budget(now, 0)).at(now, window);
    if (budget.taken() >= most) {
      return Optional.of(Duration.between(now, budget.from().plus(window)));
    }
    budgets.put(key, new Budget(budget.from(), budget.taken() + 1));
    return Optional.empty();
  }

  @Override
  public synchronized Map<String, Place> enter(
      List<Entrant> entrants, Duration expiry, Duration patience) {
    waiting.values().removeIf(it -> !it.end().isAfter(clock.instant()));
    Map<String, Place> full = new LinkedHashMap<>();
    Set<String> known = new HashSet<>();
    for (Entrant entrant : byTurn(entrants)) {
      firstFull(entrant, known)
          .ifPresentOrElse(
              place -> {
                full.put(entrant.holder(), place);
                await(place, entrant, patience);
              },
              () -> letIn(entrant, expiry));
    }
    return full;
  }

  private List<Entrant> byTurn(List<Entrant> entrants) {
    return entrants.stream()
        .sorted(Comparator.comparingInt(Entrant::rank).thenComparing(it -> arrival(it.holder())))
        .toList();
  }

  /** A place that is full for one is so for those whose turn is later: it is counted once. */
  private Optional<Place> firstFull(Entrant entrant, Set<String> known) {
    Optional<Place> full =
        entrant.places().stream()
            .filter(place -> known.contains(place.name()) && !isIn(place, entrant))
            .findFirst()
            .or(
                () ->
                    entrant.places().stream().filter(place -> isFull(place, entrant)).findFirst());
    full.ifPresent(place -> known.add(place.name()));
    return full;
  }

  private boolean isIn(Place place, Entrant entrant) {
    Instant end = places.getOrDefault(place.name(), Map.of()).get(entrant.holder());
    return end != null && end.isAfter(clock.instant());
  }

  private boolean isFull(Place place, Entrant entrant) {
    if (isIn(place, entrant)) {
      return false;
    }
    Instant now = clock.instant();
    Map<String, Instant> holders = places.getOrDefault(place.name(), Map.of());
    long inside = holders.values().stream().filter(end -> end.isAfter(now)).count();
    long arrival = arrival(entrant.holder());
    long before =
        waiting.values().stream()
            .filter(it -> it.place().name().equals(place.name()))
            .filter(it -> it.goesBefore(entrant.rank(), arrival))
            .count();
    return inside + before >= place.most();
  }

  /** Who does not wait yet goes after all who do. */
  private long arrival(String holder) {
    Waiting known = waiting.get(holder);
    return known == null ? arrivals : known.arrival();
  }

  private void await(Place place, Entrant entrant, Duration patience) {
    if (!patience.isZero()) {
      String holder = entrant.holder();
      Instant end = clock.instant().plus(patience);
      waiting.put(holder, new Waiting(place, entrant.rank(), arrival(holder), end));
      arrivals++;
    }
  }

  private void letIn(Entrant entrant, Duration expiry) {
    Instant end = clock.instant().plus(expiry);
    waiting.remove(entrant.holder());
    entrant
        .places()
        .forEach(
            place ->
                places
                    .computeIfAbsent(place.name(), unused -> new HashMap<>())
                    .put(entrant.holder(), end));
  }

  @Override
  public synchronized void renew(Collection<String> holders, Duration expiry) {
    Instant end = clock.instant().plus(expiry);
    for (Map<String, Instant> inside : places.values()) {
      holders.forEach(holder -> inside.computeIfPresent(holder, (name, before) -> end));
    }
    removeExpired();
  }

  private void removeExpired() {
    Instant now = clock.instant();
    places.values().forEach(inside -> inside.values().removeIf(end -> !end.isAfter(now)));
    places.values().removeIf(Map::isEmpty);
  }

  @Override
  public synchronized void leave(String holder) {
    waiting.remove(holder);
    places.values().forEach(inside -> inside.remove(holder));
    places.values().removeIf(Map::isEmpty);
  }
}
