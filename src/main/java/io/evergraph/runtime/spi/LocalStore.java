package io.evergraph.runtime.spi;

import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreNames;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Keeps items in this process, until it ends. */
public final class LocalStore implements Store {
  private final Clock clock;
  private final Map<String, Kept> items = new TreeMap<>();

  /** Makes a store whose items expire by the clock of the system. */
  public LocalStore() {
    this(Clock.systemUTC());
  }

  /** Makes a store whose items expire by a clock. */
  public LocalStore(Clock clock) {
    this.clock = clock;
  }

  /**
   * An item, and how long it lasts.
   *
   * @param expiresAt when it is gone
   */
  private record Kept(StoreItem item, StoreWrite write, Instant expiresAt) {}

  private static String place(List<String> namespace, String key) {
    return StoreNames.joined(namespace) + key;
  }

  private static Instant end(StoreWrite write, Instant now) {
    return write.timeToLive().map(now::plus).orElse(Instant.MAX);
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public synchronized StoreItem put(StoreWrite write) {
    Optional<StoreItem> before = find(write.namespace(), write.key()).map(Kept::item);
    return put(write, before);
  }

  @Override
  public synchronized Optional<StoreItem> putIf(StoreWrite write, long version) {
    Optional<StoreItem> before = find(write.namespace(), write.key()).map(Kept::item);
    return before.map(StoreItem::version).orElse(0L) == version
        ? Optional.of(put(write, before))
        : Optional.empty();
  }

  private StoreItem put(StoreWrite write, Optional<StoreItem> before) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    StoreItem item =
        new StoreItem(
            write.namespace(),
            write.key(),
            write.value(),
            before.map(StoreItem::version).orElse(0L) + 1,
            before.map(StoreItem::createdAt).orElse(now),
            now);
    items.put(
        place(write.namespace(), write.key()), new Kept(item, write, end(write, clock.instant())));
    return item;
  }

  private Optional<Kept> find(List<String> namespace, String key) {
    removeExpired();
    return Optional.ofNullable(items.get(place(namespace, key)));
  }

  private void removeExpired() {
    Instant now = clock.instant();
    items.values().removeIf(kept -> !kept.expiresAt().isAfter(now));
  }

  @Override
  public synchronized Optional<StoreItem> get(List<String> namespace, String key) {
    Optional<Kept> found = find(namespace, key);
    found
        .filter(kept -> kept.write().refreshed())
        .ifPresent(
            kept ->
                items.put(
                    place(namespace, key),
                    new Kept(kept.item(), kept.write(), end(kept.write(), clock.instant()))));
    return found.map(Kept::item);
  }

  @Override
  public synchronized boolean delete(List<String> namespace, String key) {
    removeExpired();
    return items.remove(place(namespace, key)) != null;
  }

  @Override
  public synchronized List<StoreItem> search(StoreQuery query) {
    removeExpired();
    return query.select(items.values().stream().map(Kept::item));
  }

  @Override
  public synchronized void read(Consumer<StoreItem> each) {
    removeExpired();
    items.values().forEach(kept -> each.accept(kept.item()));
  }
}
