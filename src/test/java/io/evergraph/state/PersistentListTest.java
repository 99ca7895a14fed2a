package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentListTest {
  private static final int THREE_LEVELS = 32 * 32 * 32 + 32 * 32 + 77;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldBehaveLikeAnArrayListWhenChangedAtRandom(long seed) {
    Random random = new Random(seed);
    PersistentList<Integer> list = PersistentList.empty();
    List<Integer> expected = new ArrayList<>();

    for (int round = 0; round < 3_000; round++) {
      int dice = random.nextInt(10);
      int value = random.nextInt();
      if (expected.isEmpty() || dice < 7) {
        list = list.plus(value);
        expected.add(value);
      } else if (dice < 9) {
        int index = random.nextInt(expected.size());
        list = list.with(index, value);
        expected.set(index, value);
      } else {
        int index = random.nextInt(expected.size());
        list = list.minus(index);
        expected.remove(index);
      }
    }

    assertThat(list).isEqualTo(expected).hasSameHashCodeAs(expected);
  }

  @Test
  void shouldHoldEveryElementWhenGrownPastThreeLevels() {
    PersistentList<Integer> list = upTo(THREE_LEVELS);

    assertThat(list).hasSize(THREE_LEVELS).isEqualTo(range(THREE_LEVELS));
    for (int index = 0; index < THREE_LEVELS; index += 31) {
      assertThat(list.get(index)).isEqualTo(index);
    }
  }

  @Test
  void shouldReplaceOneElementWhenItIsFarDownTheTree() {
    PersistentList<Integer> list = upTo(THREE_LEVELS);
    List<Integer> expected = range(THREE_LEVELS);
    for (int index : new int[] {0, 31, 32, 1023, 1024, 32_767, 32_768, THREE_LEVELS - 1}) {
      list = list.with(index, -index);
      expected.set(index, -index);
    }

    assertThat(list).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 1023, 1024, 1025, 1056, 1057, 32_768, 32_800, 32_801})
  void shouldKeepTheOldVersionWhenANewOneIsMade(int size) {
    PersistentList<Integer> before = upTo(size);

    PersistentList<Integer> after = before.plus(size);

    assertThat(before).hasSize(size).isEqualTo(range(size));
    assertThat(after).hasSize(size + 1).endsWith(size);
  }

  @Test
  void shouldKeepBothBranchesWhenOneVersionGrowsTwice() {
    PersistentList<String> trunk = PersistentList.<String>empty().plus("a");

    PersistentList<String> left = trunk.plus("l");
    PersistentList<String> right = trunk.plus("r");

    assertThat(left).containsExactly("a", "l");
    assertThat(right).containsExactly("a", "r");
  }

  @Test
  void shouldHoldNullsWhenNullsAreAdded() {
    PersistentList<String> list = PersistentList.copyOf(Arrays.asList("a", null, "b"));

    assertThat(list).containsExactly("a", null, "b");
    assertThat(list.with(0, null)).containsExactly(null, null, "b");
    assertThat(list.minus(1)).containsExactly("a", "b");
  }

  @Test
  void shouldBeTheSameListWhenCopiedOnceMore() {
    PersistentList<Integer> list = upTo(100);

    assertThat(PersistentList.copyOf(list)).isSameAs(list);
  }

  @Test
  void shouldIterateInOrderWhenLeftAloneAndRefuseChangesInPlace() {
    PersistentList<Integer> list = upTo(2_000);

    assertThat(list.stream().mapToInt(Integer::intValue).toArray())
        .isEqualTo(IntStream.range(0, 2_000).toArray());
    assertThatThrownBy(() -> list.add(1)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> list.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, 4})
  void shouldNameTheIndexWhenItIsOutOfBounds(int index) {
    PersistentList<Integer> list = upTo(3);

    assertThatThrownBy(() -> list.get(index))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("found " + index);
    assertThatThrownBy(() -> list.with(index, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> list.minus(index)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static PersistentList<Integer> upTo(int size) {
    PersistentList<Integer> list = PersistentList.empty();
    for (int value = 0; value < size; value++) {
      list = list.plus(value);
    }
    return list;
  }

  private static List<Integer> range(int size) {
    return new ArrayList<>(IntStream.range(0, size).boxed().toList());
  }
}
