package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.GenericType;
import io.evergraph.state.JsonType;
import io.evergraph.state.TypeRef;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TypeTextTest {
  private record Refund(int amount) {}

  private static final Map<String, Object> SCHEMA = Map.of("type", "string");

  private record Pair<A, B>(A first, B second) {}

  private final List<String> problems = new ArrayList<>();
  private final TypeText text =
      new TypeText(new BindingRegistry().types(Refund.class, Pair.class), problems::add);

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of("string", String.class),
        Arguments.of(" instant ", Instant.class),
        Arguments.of("Refund", Refund.class),
        Arguments.of("list<string>", new TypeRef<List<String>>() {}.type()),
        Arguments.of("list< Refund >", new TypeRef<List<Refund>>() {}.type()),
        Arguments.of("json", new JsonType(Map.of())),
        Arguments.of("set<string>", new TypeRef<Set<String>>() {}.type()),
        Arguments.of("map<long,set<instant>>", new TypeRef<Map<Long, Set<Instant>>>() {}.type()),
        Arguments.of("map<integer>", new TypeRef<Map<String, Integer>>() {}.type()),
        Arguments.of("map<list<Refund>>", new TypeRef<Map<String, List<Refund>>>() {}.type()),
        Arguments.of("Pair<string,Refund>", new TypeRef<Pair<String, Refund>>() {}.type()));
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldReadTheNamesOfTypes(String written, Type type) {
    assertThat(text.type(written)).contains(type);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldReadWhatItsTypeIsNamed(String written, Type type) {
    assertThat(text.type(TypeText.of(type))).contains(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"map<long> | map<string,long>", "map<long,long> | map<long,long>"})
  void shouldNameTheKeysOfAMapUnlessTheyAreText(String name, String written) {
    assertThat(text.type(written).map(TypeText::of)).contains(name);
  }

  @Test
  void shouldNotReadASchemaThatStandsInAnotherTypeAsAnything() {
    Type pair = new GenericType(Pair.class, List.of(String.class, new JsonType(SCHEMA)));

    Optional<Type> unused = text.type(TypeText.of(pair));

    assertThat(problems).anyMatch(it -> it.contains("JSON that fits {type=string}"));
  }

  @Test
  void shouldReadTypesInTypes() {
    String nested = "Pair<Pair<string,long>,list<Refund>>";

    assertThat(text.type(nested).map(TypeText::of)).contains(nested);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "list<string | lacks a '>' at its end",
        "list<string,long> | a list has one known element type",
        "map<Refnud> | Refnud",
        "map<string,long,long> | a map has one known element type",
        "set<string,long> | a set has one known element type",
        "<string> | type",
        "Unknown<string> | Unknown",
      })
  void shouldTellWhatIsWrongWithAType(String written, String problem) {
    assertThat(text.type(written)).isEmpty();
    assertThat(problems).isNotEmpty().anyMatch(it -> it.contains(problem));
  }

  @Test
  void shouldKnowTheElementsOfLists() {
    JsonType refunds = new JsonType(Map.of("type", "array", "items", Map.of("type", "object")));

    assertThat(TypeText.elementOf(new TypeRef<List<String>>() {}.type())).contains(String.class);
    assertThat(TypeText.elementOf(refunds)).contains(new JsonType(Map.of("type", "object")));
    assertThat(TypeText.elementOf(new JsonType(Map.of("type", "array"))))
        .contains(new JsonType(Map.of()));
  }

  @Test
  void shouldFindNoElementsInWhatIsNoList() {
    assertThat(TypeText.elementOf(String.class)).isEmpty();
    assertThat(TypeText.elementOf(new JsonType(Map.of("type", "object")))).isEmpty();
    assertThat(TypeText.elementOf(new TypeRef<Map<String, String>>() {}.type())).isEmpty();
  }
}
