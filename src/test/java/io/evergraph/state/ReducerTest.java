package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReducerTest {
  /** Each constant is of a class of its own. */
  private enum Level {
    LOW {
      @Override
      String word() {
        return "low";
      }
    },
    HIGH {
      @Override
      String word() {
        return "high";
      }
    };

    abstract String word();
  }

  private record Note(String id, String text) implements Identified {}

  @Nested
  class ReplaceAndLastWins {
    @Test
    void shouldHoldTheWriteWhenSomethingWasHeldBefore() {
      assertThat(Replace.INSTANCE.reduce("old", "new")).isEqualTo("new");
      assertThat(LastWins.INSTANCE.reduce("old", "new")).isEqualTo("new");
    }

    @Test
    void shouldHoldNullWhenNullIsWritten() {
      assertThat(Replace.INSTANCE.reduce("old", null)).isNull();
      assertThat(LastWins.INSTANCE.reduce("old", null)).isNull();
    }

    @Test
    void shouldDifferOnlyInHowManyMayWrite() {
      assertThat(Replace.INSTANCE.concurrency()).isEqualTo(Reducer.Concurrency.ONE_WRITER);
      assertThat(LastWins.INSTANCE.concurrency()).isEqualTo(Reducer.Concurrency.MANY_WRITERS);
      assertThat(Replace.INSTANCE.initial()).isEmpty();
      assertThat(LastWins.INSTANCE.initial()).isEmpty();
    }
  }

  @Nested
  class Appending {
    @Test
    void shouldStartEmptyWhenNothingWasWritten() {
      assertThat(Append.INSTANCE.initial()).contains(List.of());
    }

    @Test
    void shouldAddEveryElementWhenACollectionIsWritten() {
      assertThat(Append.INSTANCE.reduce(List.of("a"), List.of("b", "c")))
          .isEqualTo(List.of("a", "b", "c"));
    }

    @Test
    void shouldAddOneElementWhenAPlainValueIsWritten() {
      assertThat(Append.INSTANCE.reduce(null, "a")).isEqualTo(List.of("a"));
      assertThat(Append.INSTANCE.reduce(List.of("a"), null)).isEqualTo(Arrays.asList("a", null));
    }

    @Test
    void shouldShareWhatIsThereWhenTheListIsLong() {
      PersistentList<Integer> list = PersistentList.empty();
      for (int value = 0; value < 10_000; value++) {
        list = list.plus(value);
      }
      PersistentList<Integer> held = list;

      long before = allocatedBytes();
      for (int round = 0; round < 1_000; round++) {
        Append.INSTANCE.reduce(held, round);
      }
      long perAppend = (allocatedBytes() - before) / 1_000;

      assertThat(perAppend).as("bytes per append; a copy would take 40,000").isLessThan(2_000);
    }

    @Test
    void shouldRefuseWhenTheChannelHoldsNoList() {
      assertThatThrownBy(() -> Append.INSTANCE.reduce("text", "a"))
          .hasMessage("expected a list but found String");
    }

    private static long allocatedBytes() {
      return ((com.sun.management.ThreadMXBean)
              java.lang.management.ManagementFactory.getThreadMXBean())
          .getCurrentThreadAllocatedBytes();
    }
  }

  @Nested
  class Merging {
    @Test
    void shouldLetLaterValuesWinWhenKeysMeet() {
      Object merged = ShallowMerge.INSTANCE.reduce(Map.of("a", 1, "b", 1), Map.of("b", 2, "c", 2));

      assertThat(merged).isEqualTo(Map.of("a", 1, "b", 2, "c", 2));
    }

    @Test
    void shouldReplaceInnerMapsWholeWhenTheyMeet() {
      Object merged =
          ShallowMerge.INSTANCE.reduce(Map.of("a", Map.of("x", 1)), Map.of("a", Map.of("y", 2)));

      assertThat(merged).isEqualTo(Map.of("a", Map.of("y", 2)));
    }

    @Test
    void shouldKeepNullsAndChangeNothingWhenNullIsWritten() {
      Map<String, Object> withNull = new HashMap<>();
      withNull.put("a", null);

      Object merged = ShallowMerge.INSTANCE.reduce(Map.of("b", 1), withNull);

      assertThat(merged)
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsEntry("a", null)
          .containsEntry("b", 1);
      assertThat(ShallowMerge.INSTANCE.reduce(merged, null)).isEqualTo(merged);
    }

    @Test
    void shouldRefuseWhenTheWriteIsNoMap() {
      assertThatThrownBy(() -> ShallowMerge.INSTANCE.reduce(Map.of(), List.of()))
          .hasMessageStartingWith("expected a map but found ");
    }
  }

  @Nested
  class ByIdentity {
    private static final List<Note> HELD = List.of(new Note("1", "one"), new Note("2", "two"));

    @Test
    void shouldAppendWhenTheIdIsNew() {
      assertThat(ById.INSTANCE.reduce(HELD, new Note("3", "three")))
          .isEqualTo(List.of(HELD.get(0), HELD.get(1), new Note("3", "three")));
    }

    @Test
    void shouldReplaceInPlaceWhenTheIdIsKnown() {
      assertThat(ById.INSTANCE.reduce(HELD, List.of(new Note("1", "uno"))))
          .isEqualTo(List.of(new Note("1", "uno"), HELD.get(1)));
    }

    @Test
    void shouldTakeOutWhenRemovedIsWritten() {
      assertThat(ById.INSTANCE.reduce(HELD, new Removed("1"))).isEqualTo(List.of(HELD.get(1)));
      assertThat(ById.INSTANCE.reduce(HELD, new Removed("9"))).isEqualTo(HELD);
    }

    @Test
    void shouldApplyInOrderWhenOneWriteHoldsTheSameIdTwice() {
      Object reduced =
          ById.INSTANCE.reduce(
              null, List.of(new Note("1", "a"), new Note("1", "b"), new Removed("2")));

      assertThat(reduced).isEqualTo(List.of(new Note("1", "b")));
    }

    @Test
    void shouldRefuseWhenAnElementHasNoId() {
      assertThatThrownBy(() -> ById.INSTANCE.reduce(HELD, List.of("text")))
          .hasMessage("expected an element with an id but found String");
      assertThatThrownBy(() -> ById.INSTANCE.reduce(HELD, null)).hasMessageContaining("found null");
    }
  }

  @Nested
  class Numbers {
    @Test
    void shouldAddWholeAndDecimalNumbersOfOneType() {
      assertThat(Sum.INSTANCE.reduce(2, 3)).isEqualTo(5);
      assertThat(Sum.INSTANCE.reduce(2L, 3L)).isEqualTo(5L);
      assertThat(Sum.INSTANCE.reduce(0.5, 0.25)).isEqualTo(0.75);
      assertThat(Sum.INSTANCE.reduce(BigInteger.TWO, BigInteger.TEN))
          .isEqualTo(BigInteger.valueOf(12));
      assertThat(Sum.INSTANCE.reduce(new BigDecimal("1.10"), new BigDecimal("2.2")))
          .isEqualTo(new BigDecimal("3.30"));
      assertThat(Sum.INSTANCE.reduce(null, 3)).isEqualTo(3);
    }

    @Test
    void shouldRefuseASumThatIsNone() {
      assertThatThrownBy(() -> Sum.INSTANCE.reduce(Integer.MAX_VALUE, 1))
          .isInstanceOf(ArithmeticException.class);
      assertThatThrownBy(() -> Sum.INSTANCE.reduce(1, 1L))
          .hasMessage("expected two numbers of one type but found Integer and Long");
      assertThatThrownBy(() -> Sum.INSTANCE.reduce(1, null)).hasMessageContaining("found null");
      assertThat(Channel.sum("n", Long.class).initial()).contains(0L);
    }

    @Test
    void shouldHoldTheExtremeAndOfEqualsTheFirst() {
      BigDecimal first = new BigDecimal("1.0");

      assertThat(Extremum.MIN.reduce(3, 2)).isEqualTo(2);
      assertThat(Extremum.MAX.reduce(3, 2)).isEqualTo(3);
      assertThat(Extremum.MAX.reduce(null, 2)).isEqualTo(2);
      assertThat(Extremum.MIN.reduce(first, new BigDecimal("1.00"))).isSameAs(first);
      assertThat(Extremum.MAX.reduce(Level.LOW, Level.HIGH)).isEqualTo(Level.HIGH);
      assertThatThrownBy(() -> Extremum.MIN.reduce(1, "a"))
          .hasMessageContaining("Integer and String");
      assertThatThrownBy(() -> Extremum.MIN.reduce(1, null)).hasMessageContaining("found null");
    }
  }

  @Nested
  class Uniting {
    /** Collides with every other by its hash. */
    private record Colliding(String text) {
      @Override
      public int hashCode() {
        return 1;
      }
    }

    @Test
    void shouldAddWhatIsNotThereYetInTheOrderOfTheWrites() {
      assertThat(Union.INSTANCE.reduce(List.of("b", "a"), List.of("c", "a", "c")))
          .isEqualTo(List.of("b", "a", "c"));
      assertThat(Union.INSTANCE.reduce(null, "a")).isEqualTo(List.of("a"));
      assertThat(Union.INSTANCE.reduce(List.of("a"), "a")).isEqualTo(List.of("a"));
    }

    @Test
    void shouldTellElementsApartByEqualityAndNotByHash() {
      assertThat(Union.INSTANCE.reduce(List.of(new Colliding("x")), new Colliding("y")))
          .isEqualTo(List.of(new Colliding("x"), new Colliding("y")));
    }
  }

  @Nested
  class FunctionsUnderAName {
    @Test
    void shouldHoldTheFirstValueAndCombineTheOthers() {
      Reducer joining = Reducer.of("joining", (String held, String more) -> held + more);

      assertThat(joining.name()).isEqualTo("joining");
      assertThat(joining.reduce(null, "a")).isEqualTo("a");
      assertThat(joining.reduce("a", "b")).isEqualTo("ab");
      assertThatThrownBy(() -> Reducer.of(" ", (String held, String more) -> held))
          .hasMessageContaining("name");
    }
  }
}
