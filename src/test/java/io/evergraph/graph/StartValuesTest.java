package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.TypeRef;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StartValuesTest {
  private static final BigInteger HUGE = BigInteger.TEN.pow(30);
  private static final UUID ID = UUID.fromString("7d444840-9dc0-11d1-b245-5ffdce74fad2");
  private static final Type NUMBERS = new TypeRef<List<Long>>() {}.type();
  private static final Type RATES = new TypeRef<Map<String, BigDecimal>>() {}.type();

  private enum Mood {
    GOOD,
    BAD;

    @Override
    public String toString() {
      return "in a " + name() + " mood";
    }
  }

  private record Own(int number) {}

  static Stream<Object> values() {
    return Stream.of(
        1,
        2L,
        1L << 40,
        HUGE,
        1.5,
        "text",
        true,
        new BigDecimal("2.50"),
        Instant.parse("2026-01-02T03:04:05Z"),
        LocalDate.parse("2026-01-02"),
        LocalDateTime.parse("2026-01-02T03:04:05"),
        OffsetDateTime.parse("2026-01-02T03:04:05+02:00"),
        Duration.ofMinutes(3),
        ID,
        Mood.BAD);
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldComeBackAsItWasWhenWrittenPlainly(Object value) {
    Object plain = StartValues.plain(value).orElseThrow();

    assertThat(StartValues.typed(value.getClass(), plain)).contains(value);
  }

  @Test
  void shouldComeBackAsANumberWhereTheChannelTakesAny() {
    Object plain = StartValues.plain(new BigDecimal("0.25")).orElseThrow();

    assertThat(StartValues.typed(Number.class, plain)).contains(new BigDecimal("0.25"));
    assertThat(StartValues.typed(Number.class, 7)).contains(7);
    assertThat(StartValues.typed(Number.class, "five")).isEmpty();
  }

  @Test
  void shouldWriteWholeNumbersInTheSmallestForm() {
    assertThat(StartValues.plain(7L)).contains(7);
    assertThat(StartValues.plain(BigInteger.valueOf(7))).contains(7);
    assertThat(StartValues.plain((long) Integer.MAX_VALUE)).contains(Integer.MAX_VALUE);
    assertThat(StartValues.plain(Integer.MAX_VALUE + 1L)).contains(Integer.MAX_VALUE + 1L);
    assertThat(StartValues.plain(BigInteger.valueOf(Long.MAX_VALUE))).contains(Long.MAX_VALUE);
    assertThat(StartValues.plain(BigInteger.ONE.shiftLeft(63)))
        .contains(BigInteger.ONE.shiftLeft(63));
    assertThat(StartValues.plain(HUGE)).contains(HUGE);
  }

  @Test
  void shouldWriteOtherValuesAsText() {
    assertThat(StartValues.plain(new BigDecimal("2.50"))).contains("2.50");
    assertThat(StartValues.plain(Duration.ofMinutes(3))).contains("PT3M");
    assertThat(StartValues.plain(Mood.GOOD)).contains("GOOD");
    assertThat(StartValues.plain(1.5)).contains(1.5);
    assertThat(StartValues.plain(false)).contains(false);
  }

  @Test
  void shouldHaveNoPlainFormForNothingAndOwnClasses() {
    assertThat(StartValues.plain(null)).isEmpty();
    assertThat(StartValues.plain(new Own(1))).isEmpty();
    assertThat(StartValues.plain(List.of(1, new Own(1)))).isEmpty();
    assertThat(StartValues.plain(Map.of("own", new Own(1)))).isEmpty();
    assertThat(StartValues.plain(Arrays.asList(1, null))).isEmpty();
  }

  @Test
  void shouldWriteListsAndMapsWithPlainElements() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(Mood.GOOD, ID);
    map.put("many", List.of(1L, Mood.BAD));

    assertThat(StartValues.plain(List.of(1L, Mood.BAD, Map.of("id", ID))))
        .contains(List.of(1, "BAD", Map.of("id", ID.toString())));
    assertThat(StartValues.plain(map))
        .contains(Map.of("GOOD", ID.toString(), "many", List.of(1, "BAD")));
  }

  @Test
  void shouldReadTheElementsOfListsAndMaps() {
    assertThat(StartValues.typed(NUMBERS, List.of(1, 2))).contains(List.of(1L, 2L));
    assertThat(StartValues.typed(RATES, Map.of("a", "1.5")))
        .contains(Map.of("a", new BigDecimal("1.5")));
  }

  @Test
  void shouldReadSetsAndTheKeysOfMapsInTheirTypes() {
    Map<Mood, Set<Long>> value = Map.of(Mood.GOOD, Set.of(1L, 2L));
    Type type = new TypeRef<Map<Mood, Set<Long>>>() {}.type();

    Object plain = StartValues.plain(value).orElseThrow();

    assertThat(plain).isEqualTo(Map.of("GOOD", List.of(1, 2)));
    assertThat(StartValues.typed(type, plain)).contains(value);
    assertThat(StartValues.typed(type, Map.of("UGLY", List.of()))).isEmpty();
  }

  @Test
  void shouldRefuseWhatDoesNotFitTheType() {
    assertThat(StartValues.typed(Integer.class, "many")).isEmpty();
    assertThat(StartValues.typed(Mood.class, "UGLY")).isEmpty();
    assertThat(StartValues.typed(Own.class, "1")).isEmpty();
    assertThat(StartValues.typed(NUMBERS, List.of(1, "x"))).isEmpty();
    assertThat(StartValues.typed(RATES, Map.of("a", "x"))).isEmpty();
    assertThat(StartValues.typed(NUMBERS, Map.of("a", 1))).isEmpty();
    assertThat(StartValues.typed(RATES, List.of("1.5"))).isEmpty();
    assertThat(StartValues.typed(new TypeRef<Optional<String>>() {}.type(), List.of("a")))
        .isEmpty();
    assertThat(StartValues.typed(new TypeRef<Optional<String>>() {}.type(), Map.of("a", "b")))
        .isEmpty();
  }

  @Test
  void shouldTakeAnythingWhereAnythingFits() {
    assertThat(StartValues.typed(Object.class, List.of(1))).contains(List.of(1));
    assertThat(StartValues.typed(Number.class, 1.5)).contains(1.5);
    assertThat(StartValues.typed(new JsonType(Map.of("type", "object")), Map.of("a", 1)))
        .contains(Map.of("a", 1));
  }

  @Test
  void shouldBePartOfTheTopologyOnlyWhenTheReducerWouldBeginElsewhere() {
    assertThat(spec(Channel.sum("total", Integer.class)).initial()).isEmpty();
    assertThat(spec(Channel.sum("total", Integer.class).initially(0)).initial()).isEmpty();
    assertThat(spec(Channel.sum("total", Integer.class).initially(7)).initial()).contains(7);
    assertThat(spec(Channel.of("mood", Mood.class).initially(Mood.BAD)).initial()).contains("BAD");
    assertThat(spec(ListChannel.append("log", String.class).initially(List.of("a"))).initial())
        .contains(List.of("a"));
    assertThat(spec(Channel.of("own", Own.class).initially(new Own(1))).initial()).isEmpty();
  }

  private static ChannelSpec spec(Channel<?> channel) {
    return ChannelSpec.of(channel);
  }
}
