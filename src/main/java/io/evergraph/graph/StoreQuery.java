package io.evergraph.graph;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is looked for in a store. Immutable.
 *
 * @param namespace where it is, or what its namespace begins with
 * @param filter texts, numbers, booleans and nulls that fields of the value must be equal to
 * @param text what its meaning is to be near to; empty asks for any
 * @param limit how many are returned at most
 * @param offset how many are left out first
 */
public record StoreQuery(
    List<String> namespace,
    Map<String, Object> filter,
    Optional<String> text,
    int limit,
    int offset) {
  private static final int USUAL = 10;
  private static final Comparator<StoreItem> BY_NAME =
      Comparator.comparing((StoreItem item) -> StoreNames.joined(item.namespace()))
          .thenComparing(StoreItem::key);

  public StoreQuery {
    namespace = StoreNames.namespace(namespace);
    filter = PlainValues.copy(filter);
    filter.forEach(StoreQuery::requireScalar);
    Objects.requireNonNull(text, "text");
    if (limit < 1 || offset < 0) {
      throw new IllegalArgumentException(
          "Expected a limit of at least 1 and an offset of at least 0 but found %d and %d."
              .formatted(limit, offset));
    }
  }

  private static void requireScalar(String field, @Nullable Object value) {
    if (value instanceof Map || value instanceof List) {
      throw new IllegalArgumentException(
          "Expected a text, number, boolean or null to filter '%s' by but found %s."
              .formatted(field, value));
    }
  }

  /** Returns a query for the first 10 items in a namespace and those below it. */
  public static StoreQuery in(String... namespace) {
    return in(List.of(namespace));
  }

  /** Returns a query for the first 10 items in a namespace and those below it. */
  public static StoreQuery in(List<String> namespace) {
    return new StoreQuery(namespace, Map.of(), Optional.empty(), USUAL, 0);
  }

  /** Returns this query for items whose field has a value, too. */
  public StoreQuery where(String field, @Nullable Object value) {
    Map<String, Object> all = new LinkedHashMap<>(filter);
    all.put(field, value);
    return new StoreQuery(namespace, all, text, limit, offset);
  }

  /** Returns this query for the items that are nearest in meaning to a text. */
  public StoreQuery near(String meaning) {
    return new StoreQuery(namespace, filter, Optional.of(meaning), limit, offset);
  }

  /** Returns this query for at most so many items. */
  public StoreQuery limit(int most) {
    return new StoreQuery(namespace, filter, text, most, offset);
  }

  /** Returns this query without the first items that it finds. */
  public StoreQuery offset(int left) {
    return new StoreQuery(namespace, filter, text, limit, left);
  }

  /** Returns this query for all items, whatever they mean. */
  public StoreQuery unranked() {
    return new StoreQuery(namespace, filter, Optional.empty(), Integer.MAX_VALUE, 0);
  }

  /**
   * Returns the page of what is in a namespace, for stores that read it all.
   *
   * @throws IllegalArgumentException when the query has a text
   */
  public List<StoreItem> select(Stream<StoreItem> found) {
    requireNoText();
    return found.filter(this::fits).sorted(BY_NAME).skip(offset).limit(limit).toList();
  }

  /** A store alone knows no meanings. */
  public void requireNoText() {
    if (text.isPresent()) {
      throw new IllegalArgumentException(
          "Expected a store with an embedding model (SemanticStore) for the query near '%s'."
              .formatted(text.get()));
    }
  }

  private boolean fits(StoreItem item) {
    return StoreNames.joined(item.namespace()).startsWith(StoreNames.joined(namespace))
        && filter.entrySet().stream().allMatch(it -> fits(item.value(), it));
  }

  private static boolean fits(Map<String, Object> value, Map.Entry<String, Object> wanted) {
    return value.containsKey(wanted.getKey())
        && Objects.equals(comparable(value.get(wanted.getKey())), comparable(wanted.getValue()));
  }

  private static @Nullable Object comparable(@Nullable Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros()
        : value;
  }
}
