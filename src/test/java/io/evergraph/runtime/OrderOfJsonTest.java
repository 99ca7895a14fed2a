package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.codec.StateCodec;
import java.time.DayOfWeek;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes write one value as one text, whatever order its maps and sets have in each. */
class OrderOfJsonTest {
  private static final List<String> NAMES = List.of("e", "b", "f", "a", "d", "c");
  private static final String IN_ORDER = "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1}";

  private final StateCodec codec = StateCodec.create();

  /** Records often copy what they are given like this. */
  record Counts(Map<String, Integer> calls, Set<DayOfWeek> days, List<Map<String, Integer>> more) {
    Counts {
      calls = Map.copyOf(calls);
      days = Set.copyOf(days);
      more = more.stream().map(Map::copyOf).toList();
    }
  }

  private static Map<String, Integer> written() {
    Map<String, Integer> written = new LinkedHashMap<>();
    NAMES.forEach(name -> written.put(name, 1));
    return written;
  }

  static List<Map<String, Integer>> withoutOrder() {
    return List.of(
        Map.copyOf(written()), new HashMap<>(written()), new ConcurrentHashMap<>(written()));
  }

  @ParameterizedTest
  @MethodSource("withoutOrder")
  void shouldSortMapsWithoutOrder(Map<String, Integer> map) {
    assertThat(codec.toJson(map)).hasToString(IN_ORDER);
  }

  @Test
  void shouldSortInsideOfRecords() {
    Counts counts = new Counts(written(), Set.of(DayOfWeek.values()), List.of(written()));

    assertThat(codec.toJson(counts))
        .hasToString(
            "{\"calls\":"
                + IN_ORDER
                + ",\"days\":[\"FRIDAY\",\"MONDAY\",\"SATURDAY\",\"SUNDAY\",\"THURSDAY\","
                + "\"TUESDAY\",\"WEDNESDAY\"],\"more\":["
                + IN_ORDER
                + "]}");
  }

  @Test
  void shouldSortSetsWithoutOrder() {
    String sorted = "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]";

    assertThat(codec.toJson(Set.copyOf(NAMES))).hasToString(sorted);
    assertThat(codec.toJson(new HashSet<>(NAMES))).hasToString(sorted);
    assertThat(codec.toJson(Set.of("b", "a"))).hasToString("[\"a\",\"b\"]");
  }

  @Test
  void shouldKeepAnOrderThatIsThere() {
    assertThat(codec.toJson(written()))
        .hasToString("{\"e\":1,\"b\":1,\"f\":1,\"a\":1,\"d\":1,\"c\":1}");
    assertThat(codec.toJson(new LinkedHashSet<>(NAMES)))
        .hasToString("[\"e\",\"b\",\"f\",\"a\",\"d\",\"c\"]");
  }
}
