package io.evergraph.graph;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a store holds under a key. Immutable.
 *
 * @param version 1 for a new item, one more with each put
 * @param createdAt when it was put first
 * @param updatedAt when it was put last
 * @param score how near it is to the text of a query, from -1 to 1; empty elsewhere
 */
public record StoreItem(
    List<String> namespace,
    String key,
    Map<String, Object> value,
    long version,
    Instant createdAt,
    Instant updatedAt,
    Optional<Double> score) {
  public StoreItem {
    namespace = StoreNames.namespace(namespace);
    key = StoreNames.key(key);
    value = PlainValues.copy(value);
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(score, "score");
  }

  /** Makes an item that was not found by its meaning. */
  public StoreItem(
      List<String> namespace,
      String key,
      Map<String, Object> value,
      long version,
      Instant createdAt,
      Instant updatedAt) {
    this(namespace, key, value, version, createdAt, updatedAt, Optional.empty());
  }

  /** Returns this item with another value. */
  public StoreItem withValue(Map<String, Object> other) {
    return new StoreItem(namespace, key, other, version, createdAt, updatedAt, score);
  }

  /** Returns this item with how near it is to a text. */
  public StoreItem scored(double nearness) {
    return new StoreItem(
        namespace, key, value, version, createdAt, updatedAt, Optional.of(nearness));
  }
}
