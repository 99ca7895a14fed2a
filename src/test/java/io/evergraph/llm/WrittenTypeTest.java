package io.evergraph.llm;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.output.structured.Description;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.TypeRef;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of a type that a model writes as JSON: answers, and the arguments of graphs. */
@ExtendWith(EvergraphExtension.class)
class WrittenTypeTest {
  private static final Channel<String> TOLD = Channel.of("told", String.class);

  private record Price(BigDecimal price) {}

  /** A graph that tells of its input. */
  private static <I> Toolset teller(Channel<I> input, Function<I, String> words) {
    Graph graph =
        Graph.builder("teller")
            .channels(input, TOLD)
            .node("tell", it -> Command.update(TOLD, words.apply(it.state().get(input))))
            .edge(Graph.START, "tell")
            .build();
    return Toolset.graph(graph, "tells of it", input, TOLD);
  }

  private static String told(Toolset teller, String arguments) {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "teller", arguments)), says("Done."));
    Graph agent = ReactAgent.of("agent", ModelSource.of(model)).tools(teller).build();
    return GraphRun.of(agent).user("Hi").start().chat().get(2).text();
  }

  private static <A> A answered(Class<A> type, String json) {
    ScriptedChat model = ScriptedChat.of(calls(call("1", FinalAnswer.NAME, json)));
    Graph agent = ReactAgent.of("agent", ModelSource.of(model)).answer(type).build();
    return GraphRun.of(agent).user("Hi").start().result().state().get(ReactAgent.answerOf(type));
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "10.10"})
  void shouldKeepTheDigitsOfDecimals(String digits) {
    String json = "{\"price\": " + digits + "}";
    Channel<Price> price = Channel.of("price", Price.class);

    assertThat(answered(Price.class, json)).isEqualTo(new Price(new BigDecimal(digits)));
    assertThat(told(teller(price, it -> it.price().toPlainString()), json)).isEqualTo(digits);
  }

  private enum Mood {
    GLAD,
    SAD
  }

  private record Line(String article, int pieces, @Nullable Integer bonus) {}

  private record Order(
      @Description("Who pays") @Nullable String payer,
      @Nullable Integer rank,
      int pieces,
      @Nullable Mood mood,
      Optional<String> hint,
      @Nullable Line first,
      @Description("Another one") @Nullable Line second,
      List<Line> more) {}

  @Test
  void shouldTellTheModelOfOptionalComponentsInSchemasThatEveryClientKnows() {
    Toolset teller = teller(Channel.of("order", Order.class), Order::toString);

    JsonObjectSchema told = teller.specifications().get(0).parameters();

    List<JsonSchemaElement> inside = inside(told).toList();
    assertThat(inside).hasSizeGreaterThan(12);
    assertThat(inside).doesNotHaveAnyElementsOfTypes(JsonRawSchema.class, JsonNullSchema.class);
    assertThat(told.required()).containsExactly("pieces");
    assertThat(told.properties().get("payer"))
        .isEqualTo(JsonStringSchema.builder().description("Who pays").build());
    assertThat(told.properties().get("mood"))
        .isEqualTo(JsonEnumSchema.builder().enumValues("GLAD", "SAD").build());
  }

  private enum Only {
    ONE
  }

  private record Tree(
      Only kind,
      @Description("How often") Map<String, Integer> counts,
      List<Map<String, Only>> more,
      @Nullable Tree next,
      List<Tree> others) {}

  @Test
  void shouldTellTheModelOfMapsAndConstantsAndItselfInSchemasThatEveryClientKnows() {
    Toolset teller = teller(Channel.of("tree", Tree.class), Tree::toString);

    JsonObjectSchema told = teller.specifications().get(0).parameters();

    List<JsonSchemaElement> inside = inside(told).toList();
    assertThat(inside).hasSizeGreaterThan(9);
    assertThat(inside).doesNotHaveAnyElementsOfTypes(JsonRawSchema.class);
    assertThat(told.definitions().get("Only"))
        .isEqualTo(JsonEnumSchema.builder().enumValues("ONE").build());
    assertThat(told.properties().get("counts").description())
        .isEqualTo("How often. Its values fit {\"type\":\"integer\"}.");
    assertThat(told.properties().get("next"))
        .isEqualTo(JsonReferenceSchema.builder().reference("Whole").build());
    assertThat(told.definitions().get("Whole"))
        .isEqualTo(told.toBuilder().definitions(null).build());
  }

  @Test
  void shouldCheckMapsAndTypesThatHoldThemselves() {
    Toolset teller = teller(Channel.of("tree", Tree.class), it -> it.next().counts().toString());
    String json = "{\"next\": {\"counts\": {\"a\": %s}, \"others\": [{}]}}";

    assertThat(told(teller, json.formatted("1"))).isEqualTo("{a=1}");
    assertThat(told(teller, json.formatted("\"x\""))).contains("/next/counts/a");
  }

  private static Stream<JsonSchemaElement> inside(JsonSchemaElement schema) {
    Stream<JsonSchemaElement> parts = Stream.empty();
    if (schema instanceof JsonObjectSchema object) {
      parts =
          Stream.concat(
              object.properties().values().stream(), object.definitions().values().stream());
    } else if (schema instanceof JsonArraySchema array) {
      parts = Stream.of(array.items());
    } else if (schema instanceof JsonAnyOfSchema alternatives) {
      parts = alternatives.anyOf().stream();
    }
    return Stream.concat(Stream.of(schema), parts.flatMap(WrittenTypeTest::inside));
  }

  @Test
  void shouldTakeNullForWhatMayBeLeftOut() {
    Line pen = new Line("pen", 1, null);
    Order order = new Order(null, null, 1, null, Optional.empty(), pen, null, List.of(pen));
    String line = "{\"article\": \"pen\", \"pieces\": 1, \"bonus\": null}";
    String json =
        """
        {"payer": null, "rank": null, "pieces": 1, "mood": null, "hint": null, "first": %s,
         "second": null, "more": [%s]}
        """
            .formatted(line, line);

    assertThat(answered(Order.class, json)).isEqualTo(order);
    assertThat(told(teller(Channel.of("order", Order.class), Order::toString), json))
        .isEqualTo(order.toString());
  }

  private record Shown(@JsonProperty(required = true) Optional<String> type) {}

  @Test
  void shouldTellTheModelThatARequiredComponentMayBeNull() {
    assertThat(FinalAnswer.of(Shown.class).tool().specifications().get(0).toJson())
        .contains("\"null\"");
    assertThat(answered(Shown.class, "{\"type\": null}")).isEqualTo(new Shown(Optional.empty()));
  }

  private static JsonType json(Map<String, Object> more) {
    Map<String, Object> properties =
        Map.of("n", Map.of("type", "number"), "note", Map.of("type", List.of("string", "null")));
    Map<String, Object> schema =
        new HashMap<>(Map.of("type", "object", "properties", properties, "required", List.of("n")));
    schema.putAll(more);
    return new JsonType(schema);
  }

  @Test
  void shouldTakeJsonOfASchemaAsTheInputOfAGraph() {
    JsonType type = json(Map.of("title", "Order", "additionalProperties", false));
    Toolset teller = teller(Channel.ofType("order", type), Object::toString);

    JsonObjectSchema told = teller.specifications().get(0).parameters();

    assertThat(told.required()).containsExactly("n");
    assertThat(inside(told)).hasSize(3).doesNotHaveAnyElementsOfTypes(JsonRawSchema.class);
    assertThat(told(teller, "{\"n\": 12345678901234567.89, \"note\": null}"))
        .contains("n=12345678901234567.89", "note=null");
    assertThat(told(teller, "{\"note\": \"a\"}")).contains("required property 'n'");
  }

  static Stream<Channel<?>> untold() {
    Map<String, Object> whole = Map.of("type", "integer");
    return Stream.of(
        Channel.of("input", new TypeRef<Map<String, Integer>>() {}),
        Channel.ofType("input", json(Map.of("additionalProperties", whole))),
        Channel.ofType("input", new JsonType(Map.of("type", "string"))),
        Channel.ofType("input", new JsonType(Map.of())));
  }

  @ParameterizedTest
  @MethodSource("untold")
  void shouldRefuseAnInputOfAGraphThatAModelCannotBeToldOf(Channel<?> input) {
    assertThatThrownBy(() -> teller(input, String::valueOf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected channel 'input' to hold a record");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "so so", "[]", "{} {}", "{\"price\": 1e999999999}"})
  void shouldSayWhatIsNoValueOfTheType(String text) {
    assertThat(FinalAnswer.of(Price.class).misfit(text)).isPresent();
  }
}
