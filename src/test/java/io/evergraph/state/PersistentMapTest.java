package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentMapTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 2_000})
  void shouldHoldWhatASortedMapHoldsWhenNamesComeAndGo(int names) {
    Random random = new Random(names);
    Map<String, Integer> expected = new TreeMap<>();
    PersistentMap<Integer> map = PersistentMap.empty();

    for (int turn = 0; turn < 4 * names; turn++) {
      String name = "name" + random.nextInt(names);
      if (random.nextInt(3) == 0) {
        expected.remove(name);
        map = map.minus(name);
      } else {
        expected.put(name, turn);
        map = map.plus(name, turn);
      }
    }

    assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasSize(expected.size());
    assertThat(map.keySet()).containsExactlyElementsOf(expected.keySet());
    for (int name = 0; name < names; name++) {
      assertThat(map.get("name" + name)).isEqualTo(expected.get("name" + name));
      assertThat(map.containsKey("name" + name)).isEqualTo(expected.containsKey("name" + name));
    }
  }

  @Test
  void shouldLeaveEarlierVersionsAsTheyWere() {
    PersistentMap<String> one = PersistentMap.<String>empty().plus("a", "1");
    PersistentMap<String> two = one.plus("a", "2").plus("b", "3");

    assertThat(two.minus("a")).isEqualTo(Map.of("b", "3"));
    assertThat(two).isEqualTo(Map.of("a", "2", "b", "3"));
    assertThat(one).isEqualTo(Map.of("a", "1"));
    assertThat(one.minus("z")).isSameAs(one);
    assertThat(PersistentMap.copyOf(two)).isSameAs(two);
    assertThat(PersistentMap.copyOf(Map.of("a", "1"))).isEqualTo(one);
  }
}
