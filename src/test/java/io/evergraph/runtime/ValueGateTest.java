package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.evergraph.error.InvalidValueException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.Immutable;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.TypeRef;
import io.evergraph.state.Write;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the codec lets into channels, and that it comes back as it was. */
class ValueGateTest {
  private final StateCodec codec = StateCodec.create();

  private enum Colour {
    RED
  }

  private record Tree(String name, List<Tree> branches) {}

  private record Everything(
      Colour colour, BigDecimal price, Duration length, Optional<String> note, int[] counts) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(Circle.class))
  private sealed interface Shape {}

  private record Circle(double radius) implements Shape {}

  private static final String CIRCLE = "ValueGateTest$Circle";

  private sealed interface Unnamed {}

  private record Only(int number) implements Unnamed {}

  /** Has no equality of its own. */
  public static final class Box {
    public List<String> content = new ArrayList<>();
  }

  private record Luggage(Optional<Label> label) {}

  /** Not a record. */
  @Immutable
  public static final class Label {
    public final String words;

    @JsonCreator
    Label(@JsonProperty("words") String words) {
      this.words = words;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Label label && label.words.equals(words);
    }

    @Override
    public int hashCode() {
      return words.hashCode();
    }
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Channel.of("c", Long.class), 5L),
        Arguments.of(Channel.of("c", Colour.class), Colour.RED),
        Arguments.of(Channel.of("c", BigDecimal.class), new BigDecimal("1.10")),
        Arguments.of(
            Channel.of("c", BigDecimal.class), new BigDecimal("123456789012345678.123456789")),
        Arguments.of(Channel.of("c", BigInteger.class), BigInteger.TWO.pow(80)),
        Arguments.of(Channel.of("c", Double.class), Double.NaN),
        Arguments.of(Channel.of("c", Duration.class), Duration.ofMillis(1500)),
        Arguments.of(Channel.of("c", Instant.class), Instant.parse("2026-01-02T03:04:05.123456Z")),
        Arguments.of(Channel.of("c", LocalDate.class), LocalDate.of(2026, 1, 2)),
        Arguments.of(
            Channel.of("c", OffsetDateTime.class),
            OffsetDateTime.parse("2026-01-02T03:04:05+02:00")),
        Arguments.of(
            Channel.of("c", ZonedDateTime.class),
            ZonedDateTime.parse("2026-01-02T03:04:05+01:00[Europe/Berlin]")),
        Arguments.of(Channel.of("c", new TypeRef<Optional<String>>() {}), Optional.of("x")),
        Arguments.of(Channel.of("c", new TypeRef<Optional<String>>() {}), Optional.empty()),
        Arguments.of(Channel.of("c", byte[].class), new byte[] {1, -2, 3}),
        Arguments.of(Channel.of("c", int[].class), new int[] {1, 2}),
        Arguments.of(
            Channel.of("c", new TypeRef<Map<String, List<Optional<Long>>>>() {}),
            Map.of("a", List.of(Optional.of(1L)))),
        Arguments.of(Channel.of("c", Shape.class), new Circle(1.5)),
        Arguments.of(Channel.of("c", Tree.class), new Tree("a", List.of(new Tree("b", List.of())))),
        Arguments.of(Channel.of("c", Object.class), Map.of("a", List.of(1, true, "x", 1.5))),
        Arguments.of(ListChannel.append("c", Long.class), List.of(1L, 2L)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldGiveBackWhatWasWritten(Channel<?> channel, Object value) throws Exception {
    StateSchema schema = schema(channel);

    Object held = codec.checked(new Write("c", value), schema, "a node").value();

    assertThat(held).isEqualTo(value);
    assertThat(stored(State.of(Map.of("c", value)), schema).value("c")).isEqualTo(value);
  }

  private static StateSchema schema(Channel<?> channel) {
    return StateSchema.of(List.of(channel), StateSchema.Openness.DECLARED_ONLY);
  }

  private State stored(State state, StateSchema schema) throws JsonProcessingException {
    String text = codec.mapper().writeValueAsString(state);
    return codec.bind(codec.mapper().readValue(text, State.class), schema);
  }

  @Test
  void shouldTakeRecordsOfEverything() throws Exception {
    Channel<Everything> channel = Channel.of("c", Everything.class);
    Everything value =
        new Everything(
            Colour.RED,
            new BigDecimal("0.30"),
            Duration.ofDays(1),
            Optional.of("n"),
            new int[] {7});

    Object held = codec.checked(new Write("c", value), schema(channel), "a node").value();
    State back = stored(State.of(Map.of("c", value)), schema(channel));

    assertThat(held).usingRecursiveComparison().isEqualTo(value);
    assertThat(back.get(channel)).usingRecursiveComparison().isEqualTo(value);
  }

  @Test
  void shouldRefuseWhatDoesNotFitNamingExpectedFoundAndRemedy() {
    assertRefused(Channel.of("c", Integer.class), "12", "java.lang.Integer", "java.lang.String");
    assertRefused(Channel.of("c", Integer.class), "twelve", "java.lang.Integer", "twelve");
    assertRefused(Channel.of("c", String.class), 12, "java.lang.String", "java.lang.Integer");
    assertRefused(Channel.of("c", Integer.class), 1.5, "java.lang.Integer", "java.lang.Double");
    assertRefused(ListChannel.append("c", Long.class), List.of("a"), "java.lang.Long", "a");
  }

  @Test
  void shouldRefuseWhatDoesNotComeBackTheSame() {
    assertRefused(Channel.of("c", Unnamed.class), new Only(1), "Unnamed", "Unnamed");
    assertRefused(Channel.of("c", Object.class), Duration.ofSeconds(1), "java.lang.Object", "PT1S");
    assertRefused(Channel.merge("c"), Map.of("at", LocalDate.EPOCH), "Map", "1970-01-01");
    assertRefused(Channel.of("c", Object.class), new Only(1), "Object", "Only");
  }

  @ParameterizedTest
  @ValueSource(classes = {BigDecimal.class, BigInteger.class, Integer.class})
  void shouldRefuseInfinityWhereNoneIsHeld(Class<?> type) {
    Channel<?> channel = Channel.of("c", type);
    Map<String, Object> sent = Map.of("c", Double.POSITIVE_INFINITY);

    assertThatThrownBy(() -> codec.update(sent, schema(channel), "the input"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContainingAll("'c'", type.getName(), "Infinity");
    assertRefused(channel, Double.POSITIVE_INFINITY, type.getName(), "Infinity");
  }

  private record Hiding(String shown, @JsonIgnore String hidden) {}

  private record Rounding(@JsonFormat(pattern = "yyyy-MM-dd HH") LocalDateTime at) {}

  private record Note(
      String title, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> tags) {}

  private record Shouting(@JsonSerialize(converter = Upper.class) String words) {}

  private static final class Upper extends StdConverter<String, String> {
    @Override
    public String convert(String words) {
      return words.toUpperCase(Locale.ROOT);
    }
  }

  private record Reading(@JsonProperty(access = JsonProperty.Access.WRITE_ONLY) String secret) {}

  @Test
  void shouldRefuseWhatAnnotationsLeaveOutOfTheJsonForm() {
    LocalDateTime minute = LocalDateTime.of(2026, 1, 1, 10, 30);

    assertRefused(Channel.of("c", Hiding.class), new Hiding("a", "b"), "Hiding", "Hiding");
    assertRefused(Channel.of("c", Rounding.class), new Rounding(minute), "Rounding", "Rounding");
    assertRefused(Channel.of("c", Reading.class), new Reading("a"), "Reading", "Reading");
    assertRefused(Channel.of("c", Note.class), new Note("a", List.of()), "Note", "Note");
    assertRefused(Channel.of("c", Shouting.class), new Shouting("a"), "Shouting", "Shouting");
  }

  @Test
  void shouldReadBackWhatItWroteAsPlainValues() {
    ListChannel<Shape> shapes = ListChannel.append("c", Shape.class);
    State state = State.of(Map.of("c", List.of(new Circle(1.5))));

    Map<String, @Nullable Object> plain = codec.plain(state);

    assertThat(plain).isEqualTo(Map.of("c", List.of(Map.of("@type", CIRCLE, "radius", 1.5))));
    assertThat(codec.plain(state.get(shapes))).isEqualTo(plain.get("c"));
    assertThat(codec.update(plain, schema(shapes), "a person").writes().get(0).value())
        .isEqualTo(List.of(new Circle(1.5)));
  }

  private void assertRefused(Channel<?> channel, Object value, String expected, String found) {
    assertThatThrownBy(() -> codec.checked(new Write("c", value), schema(channel), "a node"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'c'")
        .hasMessageContaining(expected)
        .hasMessageContaining(found)
        .hasMessageContaining("or change the declared type");
  }

  @Test
  void shouldRefuseNumbersThatJsonDoesNotHaveAndKeepThoseBeyondDoubles() {
    Channel<Object> any = Channel.of("c", Object.class);
    Map<String, Object> ratio = Map.of("ratio", Double.NaN);
    BigDecimal large = new BigDecimal("1e400");

    assertThatThrownBy(() -> codec.checked(new Write("c", ratio), schema(any), "a node"))
        .isInstanceOf(InvalidValueException.class);
    assertThat(codec.checked(new Write("c", large), schema(any), "a node").value())
        .isEqualTo(large);
  }

  @ParameterizedTest
  @CsvSource({
    "java.time.LocalDate, 2026-01-02T23:30:00Z",
    "java.time.LocalDate, 2026-01-02T03:04:05",
    "java.time.LocalDateTime, 2026-01-02T03:04:05Z",
    "java.time.LocalTime, 03:04:05Z"
  })
  void shouldRefuseATimeFromOutsideThatSaysMoreThanItsTypeHolds(Class<?> type, String time) {
    StateSchema schema = schema(Channel.of("at", type));

    assertThatThrownBy(() -> codec.update(Map.of("at", time), schema, "the input"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining(time);
  }

  private record Written(
      @JsonFormat(pattern = "dd.MM.yyyy") LocalDate day,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mm") LocalDateTime minute) {}

  @Test
  void shouldKeepDatesThatATypeWritesByAPattern() {
    StateSchema schema = schema(Channel.of("at", Written.class));
    Written written = new Written(LocalDate.of(2026, 1, 2), LocalDateTime.of(2026, 1, 2, 3, 4));
    Map<String, Object> sent = Map.of("day", "02.01.2026", "minute", "2026-01-02 03:04");

    assertThat(codec.checked(new Write("at", written), schema, "a node").value())
        .isEqualTo(written);
    assertThat(codec.update(Map.of("at", sent), schema, "the input").writes())
        .extracting(Write::value)
        .containsExactly(written);
  }

  @Test
  void shouldRefuseValuesFromOutsideThatWouldChange() {
    StateSchema schema =
        StateSchema.of(
            List.of(
                Channel.of("number", Integer.class),
                Channel.of("length", Duration.class),
                Channel.of("only", Only.class),
                Channel.of("words", String.class)),
            StateSchema.Openness.DECLARED_ONLY);

    for (Object misfit : List.of(1.9, new BigDecimal("2.5"), "7", true)) {
      assertThatThrownBy(() -> codec.update(Map.of("number", misfit), schema, "the input"))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageNotContaining("com.fasterxml");
    }
    assertThatThrownBy(() -> codec.update(Map.of("only", 7), schema, "the input"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageNotContaining("com.fasterxml");
    assertThatThrownBy(() -> codec.update(Map.of("words", 7), schema, "the input"))
        .hasMessageContaining("found the JSON number 7.");
    Map<String, Object> fit =
        Map.of("number", 2.0, "length", "PT90S", "only", Map.of("number", 1, "unknown", 2));
    assertThat(codec.update(fit, schema, "the input").writes())
        .extracting(Write::value)
        .containsExactlyInAnyOrder(2, Duration.ofSeconds(90), new Only(1));
  }

  @Test
  void shouldGiveNumbersOfNoDeclaredTypeTheSmallestThatHoldsThem() {
    StateSchema open = schema(Channel.of("c", Object.class));
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("small", 5L);
    numbers.put("long", 5_000_000_000L);
    numbers.put("decimal", new BigDecimal("1.50"));
    numbers.put("exact", new BigDecimal("0.12345678901234567890"));

    Object held = codec.checked(new Write("c", numbers), open, "a node").value();

    assertThat(held)
        .isEqualTo(
            Map.of(
                "small",
                5,
                "long",
                5_000_000_000L,
                "decimal",
                1.5,
                "exact",
                new BigDecimal("0.12345678901234567890")));
  }

  @Test
  void shouldKeepWhatIsHeldApartFromWhatWasWrittenAndRead() {
    Channel<Box> channel = Channel.of("c", Box.class);
    Box written = new Box();
    written.content.add("first");

    Object held = codec.checked(new Write("c", written), schema(channel), "a node").value();
    written.content.add("later");
    State state = State.of(Map.of("c", held == null ? "" : held));
    codec.readable(state, schema(channel)).get(channel).content.add("by a reader");

    assertThat(codec.readable(state, schema(channel)).get(channel).content)
        .containsExactly("first");
  }

  @Test
  void shouldLetReadersShareWhatSaysThatItIsImmutable() {
    Channel<Luggage> channel = Channel.of("c", Luggage.class);
    Luggage written = new Luggage(Optional.of(new Label("fragile")));
    Object held = codec.checked(new Write("c", written), schema(channel), "a node").value();
    State state = State.of(Map.of("c", held == null ? "" : held));

    assertThat(codec.readable(state, schema(channel))).isSameAs(state);
    assertThat(state.get(channel).label().map(it -> it.words)).contains("fragile");
  }

  /** Says nothing of those that extend it. */
  @Immutable
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(Draft.class))
  public static class Words {}

  /** Can be changed. */
  public static final class Draft extends Words {
    public List<String> lines = new ArrayList<>();
  }

  @Test
  void shouldCopySubclassesOfWhatIsImmutable() {
    Channel<Words> channel = Channel.of("c", Words.class);
    StateSchema schema = schema(channel);
    Object held = codec.checked(new Write("c", new Draft()), schema, "a node").value();
    State state = State.of(Map.of("c", held == null ? "" : held));

    Draft read = (Draft) codec.readable(state, schema).get(channel);
    read.lines.add("by a reader");

    assertThat(((Draft) state.get(channel)).lines).isEmpty();
  }
}
