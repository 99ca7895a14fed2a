package io.evergraph.runtime.spi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts in this process, for this process alone. */
public final class LocalAdmissionLimits implements AdmissionLimits {
  private static final int MOST_BUDGETS = 100_000;

  private final Clock clock;
  private final Cache<String, Budget> budgets =
      Caffeine.newBuilder().maximumSize(MOST_BUDGETS).build();

  /** When each holder of a place has to be out. */
  private final Map<String, Map<String, Instant>> places = new HashMap<>();

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
  public synchronized Optional<Place> enter(String holder, List<Place> wanted, Duration expiry) {
    Optional<Place> full = wanted.stream().filter(place -> !hasRoom(place, holder)).findFirst();
    if (full.isEmpty()) {
      Instant end = clock.instant().plus(expiry);
      wanted.forEach(place -> holders(place.name()).put(holder, end));
    }
    return full;
  }

  private Map<String, Instant> holders(String place) {
    return places.computeIfAbsent(place, unused -> new HashMap<>());
  }

  private boolean hasRoom(Place place, String holder) {
    Map<String, Instant> holders = places.getOrDefault(place.name(), Map.of());
    Instant now = clock.instant();
    long others =
        holders.entrySet().stream()
            .filter(it -> !it.getKey().equals(holder) && it.getValue().isAfter(now))
            .count();
    return others < place.most();
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
    places.values().forEach(inside -> inside.remove(holder));
    places.values().removeIf(Map::isEmpty);
  }
}
