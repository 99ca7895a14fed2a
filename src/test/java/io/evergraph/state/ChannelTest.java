package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChannelTest {
  private record Thing(String id) implements Identified {}

  static Stream<Arguments> reducers() {
    return Stream.of(
        Arguments.of(Channel.of("c", String.class), "replace"),
        Arguments.of(Channel.of("c", new TypeRef<List<String>>() {}), "replace"),
        Arguments.of(Channel.ofType("c", String.class), "replace"),
        Arguments.of(Channel.of("c", String.class).lastWins(), "lastWins"),
        Arguments.of(Channel.merge("c"), "merge"),
        Arguments.of(Channel.sum("c", Integer.class), "sum"),
        Arguments.of(Channel.min("c", Integer.class), "min"),
        Arguments.of(Channel.max("c", Integer.class), "max"),
        Arguments.of(Channel.of("c", String.class).reducedBy("joined", String::concat), "joined"),
        Arguments.of(ListChannel.append("c", String.class), "append"),
        Arguments.of(ListChannel.append("c", new TypeRef<List<String>>() {}), "append"),
        Arguments.of(ListChannel.union("c", String.class), "union"),
        Arguments.of(ListChannel.byId("c", Thing.class), "byId"),
        Arguments.of(ListChannel.topic("c", String.class), "append"),
        Arguments.of(ListChannel.append("c", String.class).reducedBy(Union.INSTANCE), "union"),
        Arguments.of(ListChannel.ofType("c", String.class, Append.INSTANCE), "append"));
  }

  @ParameterizedTest
  @MethodSource("reducers")
  void shouldCombineWritesByTheReducerOfItsKind(Channel<?> channel, String reducer) {
    assertThat(channel.reducer().name()).isEqualTo(reducer);
    assertThat(channel.reducer().version()).isEqualTo("1");
    assertThat(channel.name()).isEqualTo("c");
    assertThat(channel).hasToString("c: " + channel.type().getTypeName() + " (" + reducer + ")");
  }

  static Stream<Arguments> lifetimes() {
    Channel<String> plain = Channel.of("c", String.class);
    ListChannel<String> list = ListChannel.append("c", String.class);
    return Stream.of(
        Arguments.of(plain, Lifetime.THREAD),
        Arguments.of(plain.ephemeral(), Lifetime.STEP),
        Arguments.of(plain.untracked(), Lifetime.RUN),
        Arguments.of(plain.living(Lifetime.STEP), Lifetime.STEP),
        Arguments.of(list, Lifetime.THREAD),
        Arguments.of(list.ephemeral(), Lifetime.STEP),
        Arguments.of(list.untracked(), Lifetime.RUN),
        Arguments.of(list.living(Lifetime.RUN), Lifetime.RUN),
        Arguments.of(ListChannel.topic("c", String.class), Lifetime.STEP),
        Arguments.of(list.ephemeral().reducedBy(Union.INSTANCE), Lifetime.STEP));
  }

  @ParameterizedTest
  @MethodSource("lifetimes")
  void shouldHoldItsValueAsLongAsItsKindSays(Channel<?> channel, Lifetime lifetime) {
    assertThat(channel.lifetime()).isEqualTo(lifetime);
  }

  static Stream<Arguments> initials() {
    return Stream.of(
        Arguments.of(Channel.merge("c"), Map.of()),
        Arguments.of(Channel.sum("c", Integer.class), 0),
        Arguments.of(Channel.sum("c", Long.class), 0L),
        Arguments.of(Channel.of("c", String.class).initially("first"), "first"),
        Arguments.of(Channel.of("c", String.class).initially("first").lastWins(), "first"),
        Arguments.of(Channel.of("c", String.class).initially("first").untracked(), "first"),
        Arguments.of(ListChannel.append("c", String.class), List.of()),
        Arguments.of(ListChannel.union("c", String.class), List.of()),
        Arguments.of(ListChannel.byId("c", Thing.class), List.of()),
        Arguments.of(ListChannel.append("c", String.class).initially(List.of("a")), List.of("a")));
  }

  @ParameterizedTest
  @MethodSource("initials")
  void shouldBeginWithTheValueOfItsKindUnlessOneIsGiven(Channel<?> channel, Object value) {
    assertThat(channel.initial()).contains(value);
  }

  @Test
  void shouldBeginWithNothingWhenItsKindHasNoNeutralValue() {
    assertThat(Channel.of("c", String.class).initial()).isEmpty();
    assertThat(Channel.max("c", Integer.class).initial()).isEmpty();
    assertThat(Channel.sum("c", Short.class).initial()).isEmpty();
  }

  @Test
  void shouldNotSeeChangesOfTheInitialValueThatItWasGiven() {
    Map<String, Object> map = new HashMap<>(Map.of("k", 1));
    List<String> list = new ArrayList<>(List.of("a"));
    Channel<Map<String, Object>> merged = Channel.merge("m").initially(map);
    Channel<List<String>> listed = ListChannel.append("l", String.class).initially(list);

    map.put("later", 2);
    list.add("later");

    assertThat(merged.initial()).contains(Map.of("k", 1));
    assertThat(listed.initial()).contains(List.of("a"));
    assertThatThrownBy(() -> ((Map<?, ?>) merged.initial().orElseThrow()).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shouldTellWhatIsWrittenAndWhatIsHeld() {
    assertThat(Channel.of("c", String.class).writeType()).isEqualTo(String.class);
    assertThat(ListChannel.append("c", String.class).elementType()).isEqualTo(String.class);
    assertThat(ListChannel.append("c", String.class).type())
        .isEqualTo(new TypeRef<List<String>>() {}.type());
  }

  @Test
  void shouldEqualOnlyAChannelOfTheSameNameTypeLifetimeAndReducer() {
    Channel<String> channel = Channel.of("c", String.class);

    assertThat(channel)
        .isEqualTo(Channel.of("c", String.class))
        .hasSameHashCodeAs(Channel.of("c", String.class))
        .isNotEqualTo(Channel.of("d", String.class))
        .isNotEqualTo(Channel.of("c", Integer.class))
        .isNotEqualTo(channel.ephemeral())
        .isNotEqualTo(channel.lastWins())
        .isNotEqualTo("c");
  }

  @Test
  void shouldSpreadItsHashCodes() {
    HashSet<Integer> codes = new HashSet<>();
    for (String name : List.of("a", "b", "c", "d")) {
      codes.add(Channel.of(name, String.class).hashCode());
    }

    assertThat(codes).hasSizeGreaterThan(1);
  }

  @Test
  void shouldRefuseABlankName() {
    assertThatThrownBy(() -> Channel.of(" ", String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blank");
  }

  @Test
  void shouldNameTheSchemaOfAJsonType() {
    assertThat(new JsonType(Map.of("type", "string")).getTypeName())
        .isEqualTo("JSON that fits {type=string}");
  }
}
