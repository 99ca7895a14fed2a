package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.MissingValueException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateTest {
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  @Test
  void shouldGiveTypedValuesWhenChannelsHoldThem() {
    State state = State.of(Map.of("name", "Ada", "log", List.of("x")));

    String name = state.get(NAME);
    List<String> log = state.get(LOG);

    assertThat(name).isEqualTo("Ada");
    assertThat(log).containsExactly("x");
    assertThat(state.value("name")).isEqualTo("Ada");
  }

  @Test
  void shouldNameWhatIsPresentWhenAValueIsMissing() {
    State state = State.of(Map.of("log", List.of()));

    assertThat(state.find(NAME)).isEmpty();
    assertThat(state.has("name")).isFalse();
    assertThatThrownBy(() -> state.get(NAME))
        .isInstanceOf(MissingValueException.class)
        .hasMessageContaining("'name'")
        .hasMessageContaining("[log]");
  }

  @Test
  void shouldGiveAnotherValueWhereAChannelHoldsNone() {
    Map<String, Object> unknown = new HashMap<>();
    unknown.put("name", null);

    assertThat(State.empty().getOrElse(NAME, "nobody")).isEqualTo("nobody");
    assertThat(State.of(unknown).getOrElse(NAME, "nobody")).isEqualTo("nobody");
    assertThat(State.of(Map.of("name", "Ada")).getOrElse(NAME, "nobody")).isEqualTo("Ada");
  }

  @Test
  void shouldNotChangeWhenItsSourceChanges() {
    Map<String, Object> source = new HashMap<>(Map.of("name", "Ada"));
    State state = State.of(source);

    source.put("name", "Bob");

    assertThat(state.get(NAME)).isEqualTo("Ada");
    assertThatThrownBy(() -> state.values().put("x", 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shouldEqualAnotherWhenItHoldsTheSameValues() {
    State one = State.of(Map.of("log", PersistentList.copyOf(List.of("a"))));
    State two = State.of(Map.of("log", new ArrayList<>(List.of("a"))));

    assertThat(one).isEqualTo(two).hasSameHashCodeAs(two).isNotEqualTo(State.empty());
  }

  @Test
  void shouldWriteInOrderWhenUpdatesAreChained() {
    StateUpdate update = StateUpdate.of(NAME, "a").with(LOG, "x", "y").with(NAME, "b");

    assertThat(update.writes())
        .containsExactly(
            new Write("name", "a"), new Write("log", List.of("x", "y")), new Write("name", "b"));
    assertThat(update.isEmpty()).isFalse();
    assertThat(StateUpdate.empty().isEmpty()).isTrue();
  }

  @Test
  void shouldTakeAListWholeWhenItIsWrittenToAListChannel() {
    List<String> elements = List.of("x", "y");

    assertThat(StateUpdate.of(LOG, elements)).isEqualTo(StateUpdate.of(LOG, "x", "y"));
  }

  @Test
  void shouldNotChangeWhenTheWrittenArrayChanges() {
    String[] elements = {"x", null};
    StateUpdate update = StateUpdate.of(LOG, elements);

    elements[0] = "changed";

    assertThat(update.writes().get(0).value()).isEqualTo(Arrays.asList("x", null));
  }

  @Test
  void shouldKnowItsGenericTypeWhenMadeFromATypeReference() {
    Channel<Map<String, List<Integer>>> channel =
        Channel.of("counts", new TypeRef<Map<String, List<Integer>>>() {});

    assertThat(channel.type().getTypeName())
        .isEqualTo("java.util.Map<java.lang.String, java.util.List<java.lang.Integer>>");
    assertThat(LOG.type().getTypeName()).isEqualTo("java.util.List<java.lang.String>");
    assertThat(LOG.elementType()).isEqualTo(String.class);
  }

  @Test
  void shouldEqualTheTypeInSourceCodeWhenAListTypeIsBuilt() {
    Type written = new TypeRef<List<String>>() {}.type();

    assertThat(LOG.type()).isEqualTo(written).hasSameHashCodeAs(written);
    assertThat(written).isEqualTo(LOG.type());
    assertThat(LOG.type()).isNotEqualTo(new TypeRef<List<Integer>>() {}.type());
  }

  @Test
  @SuppressWarnings("rawtypes")
  void shouldExplainWhenATypeReferenceNamesNoType() {
    assertThatThrownBy(() -> new TypeRef() {}).hasMessageContaining("Expected a type argument");
  }

  @Test
  void shouldHoldWhatAnotherHoldsBesideItsOwn() {
    State state = State.of(Map.of("a", 1, "b", 2));

    assertThat(state.and(State.of(Map.of("b", 3, "c", 4))).values())
        .containsOnly(Map.entry("a", 1), Map.entry("b", 3), Map.entry("c", 4));
    assertThat(state.and(State.empty())).isSameAs(state);
  }

  @Test
  void shouldHoldOnlyWhatIsWanted() {
    State state = State.of(Map.of("a", 1, "b", 2));

    assertThat(state.only("a"::equals)).isEqualTo(State.of(Map.of("a", 1)));
    assertThat(state.only(any -> true)).isSameAs(state);
  }

  @Test
  void shouldPrintItsValues() {
    assertThat(State.of(Map.of("a", 1))).hasToString("{a=1}");
    assertThat(State.of(Map.of("a", 1)).hashCode()).isEqualTo(Map.of("a", 1).hashCode());
  }

  @Test
  void shouldMarkWhatBypassesTheReducer() {
    StateUpdate update = StateUpdate.overwrite(LOG, List.of("only"));

    assertThat(update.writes()).containsExactly(new Write("log", List.of("only"), true));
    assertThat(update.writes().get(0).withValue("other"))
        .isEqualTo(new Write("log", "other", true));
    assertThat(StateUpdate.empty().overwriting(NAME, "n").writes())
        .containsExactly(new Write("name", "n", true));
  }

  @Test
  void shouldLeaveAContributionAloneWhenAllOfItIsWanted() {
    TaskWrites both = new TaskWrites("a", List.of(new Write("x", 1), new Write("y", 2)));

    assertThat(both.only(any -> true)).isSameAs(both);
    assertThat(both.only("y"::equals).writes()).containsExactly(new Write("y", 2));
  }
}
