package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.state.Append;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.Lifetime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import io.evergraph.state.TypeRef;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingTest {
  private static final NodeAction ACTION = context -> Command.none();
  private static final Router ROUTER = context -> List.of();

  private record Order(int number) {}

  private record Pair<A, B>(A first, B second) {}

  @Nested
  class Code {
    @Test
    void shouldFindTheCodeThatTheTopologyNames() {
      GraphSpec spec = written().spec();
      BindingRegistry names =
          new BindingRegistry().action("a", ACTION).action("x", ACTION).router("a.router0", ROUTER);

      Graph bound = Graph.of(spec, names);

      assertThat(bound.spec()).isEqualTo(spec);
      assertThat(bound.action("a")).isSameAs(ACTION);
      assertThat(bound.subgraph("child").action("x")).isSameAs(ACTION);
      assertThat(bound.router(bound.conditionalEdges("a").get(0))).isSameAs(ROUTER);
    }

    @Test
    void shouldNameAllThatIsNotKnownWithItsPlace() {
      assertThat(problems(written().spec(), new BindingRegistry().action("b", ACTION)))
          .containsExactlyInAnyOrder(
              "node 'a' names the action 'a', which is not known; known are [b]",
              "in subgraph 'child', node 'x' names the action 'x', which is not known; known are"
                  + " [b]",
              "the route from 'a' names the router 'a.router0', which is not known; known are []");
    }

    @Test
    void shouldNameThePathOfASubgraphInASubgraph() {
      Graph child = Graph.builder("mid").subgraph("in", inner()).edge(START, "in").build();
      Graph outer = Graph.builder("g").subgraph("out", child).edge(START, "out").build();

      assertThat(problems(outer.spec(), new BindingRegistry()))
          .containsExactly(
              "in subgraph 'out/in', node 'x' names the action 'x', which is not known; known are"
                  + " []");
    }

    @Test
    void shouldReportMistakesOfTheTopology() {
      GraphSpec spec = inner().spec();
      GraphSpec wrong =
          new GraphSpec(
              spec.name(),
              spec.version(),
              spec.channels(),
              spec.openness(),
              spec.nodes(),
              List.of(new StaticEdge(START, "gone")),
              spec.flow(),
              spec.maxSteps(),
              spec.maxConcurrency(),
              spec.failure(),
              spec.breakpoints(),
              spec.retention(),
              spec.shape());

      assertThat(problems(wrong, new BindingRegistry().action("x", ACTION)))
          .contains("an edge from [__start__] leads to 'gone', which is no node; nodes are [x]");
    }

    private Graph inner() {
      return Graph.builder("child").node("x", ACTION).edge(START, "x").build();
    }

    private Graph written() {
      return Graph.builder("g")
          .node("a", ACTION)
          .subgraph("child", inner())
          .edge(START, "a")
          .routes("a", ROUTER, "child", END)
          .build();
    }
  }

  @Nested
  class Channels {
    @Test
    void shouldBeTheSameChannelsWhenWrittenAndBound() {
      List<Channel<?>> channels =
          List.of(
              Channel.of("order", Order.class),
              Channel.of("rates", new TypeRef<Map<String, BigDecimal>>() {}),
              Channel.sum("total", Integer.class).initially(7),
              Channel.of("texts", new TypeRef<List<String>>() {}),
              ListChannel.append("log", String.class).initially(List.of("a")),
              ListChannel.topic("topic", Order.class),
              Channel.of("last", String.class).lastWins().untracked());
      Graph graph = with(channels.toArray(Channel[]::new));

      Graph bound = Graph.of(graph.spec(), known().types(Order.class));

      channels.forEach(
          channel -> {
            Channel<?> found = bound.schema().channel(channel.name(), "a test");
            assertThat(found).isEqualTo(channel).hasSameHashCodeAs(channel);
            assertThat(found.lifetime()).isEqualTo(channel.lifetime());
            assertThat(found.initial()).isEqualTo(channel.initial());
          });
      assertThat(bound.schema().channel("topic", "a test").lifetime()).isEqualTo(Lifetime.STEP);
      assertThat(bound.schema().channel("log", "a test")).isInstanceOf(ListChannel.class);
      assertThat(bound.schema().channel("texts", "a test")).isNotInstanceOf(ListChannel.class);
      assertThat(bound.spec().fingerprint()).isEqualTo(graph.spec().fingerprint());
    }

    @Test
    void shouldKeepTheSchemaOfJsonAndOfListsOfJson() {
      Type json = new JsonType(Map.of("type", "object"));
      Graph graph =
          with(Channel.ofType("one", json), ListChannel.ofType("many", json, Append.INSTANCE));

      Graph bound = Graph.of(graph.spec(), known());

      assertThat(graph.spec().channels().get(0).type()).isEqualTo("json");
      assertThat(graph.spec().channels().get(1).schema())
          .isEqualTo(Map.of("type", "array", "items", Map.of("type", "object")));
      assertThat(bound.schema().channel("one", "a test").type()).isEqualTo(json);
      assertThat(bound.schema().channel("many", "a test"))
          .isInstanceOfSatisfying(
              ListChannel.class, it -> assertThat(it.elementType()).isEqualTo(json));
    }

    @Test
    void shouldTakeAnyElementWhenTheSchemaOfAListNamesNone() {
      ChannelSpec list =
          new ChannelSpec(
              "many",
              "json",
              Map.of("type", "array"),
              "append",
              Append.INSTANCE.version(),
              Lifetime.THREAD,
              Optional.empty());

      assertThat(bound(list))
          .isInstanceOfSatisfying(
              ListChannel.class,
              it -> assertThat(it.elementType()).isEqualTo(new JsonType(Map.of())));
    }

    @Test
    void shouldSayWhatAChannelCannotBeginWith() {
      assertThat(problems(specOf("integer", "replace", Optional.of("many")), known()))
          .containsExactly(
              "channel 'c' begins with many, from which no integer can be made; write a value of"
                  + " that type, or let a node write it");
    }

    @Test
    void shouldNameReducersThatAreNotKnown() {
      assertThat(problems(specOf("integer", "product", Optional.empty()), known()))
          .singleElement()
          .asString()
          .startsWith("channel 'c' names the reducer 'product', which is not known; known are")
          .contains("append, byId, lastWins, max, merge, min, replace, sum, union");
    }

    @Test
    void shouldNameTheVersionOfAReducerThatDiffers() {
      Reducer newer = new Versioned("2");

      assertThat(problems(specOf("integer", "own", Optional.empty()), known().reducer(newer)))
          .containsExactly(
              "channel 'c' names version 1 of the reducer 'own', but the one known is version 2");
    }

    private Channel<?> bound(ChannelSpec channel) {
      return Graph.of(specWith(channel), known()).schema().channel(channel.name(), "a test");
    }
  }

  @Nested
  class Types {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "string|java.lang.String",
          " integer |java.lang.Integer",
          "list<string>|java.util.List<java.lang.String>",
          "map<long>|java.util.Map<java.lang.String, java.lang.Long>",
          "list< map<decimal> >|"
              + "java.util.List<java.util.Map<java.lang.String, java.math.BigDecimal>>",
        })
    void shouldReadTheNamesOfTypes(String text, String name) {
      Type type = bound(text);

      assertThat(type instanceof ParameterizedType it ? shown(it) : type.getTypeName())
          .isEqualTo(name);
    }

    @Test
    void shouldReadTheArgumentsOfOwnTypes() {
      Type type = bound("Pair<list<string>,map<Order>>");

      assertThat(type).isEqualTo(new TypeRef<Pair<List<String>, Map<String, Order>>>() {}.type());
      assertThat(TypeText.of(type)).isEqualTo("Pair<list<string>,map<Order>>");
      assertThat(type.hashCode())
          .isEqualTo(new TypeRef<Pair<List<String>, Map<String, Order>>>() {}.type().hashCode());
      assertThat(type)
          .isNotEqualTo(new TypeRef<Pair<List<String>, Map<String, String>>>() {}.type());
      assertThat(bound("list<string>")).isNotEqualTo(bound("map<string>"));
      assertThat(new TypeRef<Pair<List<String>, Map<String, Order>>>() {}.type()).isEqualTo(type);
      assertThat(((ParameterizedType) bound("list<string>")).getOwnerType()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "list<string|" + "channel 'c' has the type 'list<string', which lacks a '>' at its end",
          "list<string,long>|"
              + "channel 'c' has the type 'list<string,long>'; a list has one known element type",
          "map<string,long,long>|"
              + "channel 'c' has the type 'map<string,long,long>'; a map has one known element type",
        })
    void shouldSayWhatIsWrongWithAType(String text, String problem) {
      assertThat(problems(specOf(text, "replace", Optional.empty()), known()))
          .containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource({"Gone", "Gone<string>", "list<Gone>"})
    void shouldNameATypeThatIsNotKnown(String text) {
      assertThat(problems(specOf(text, "replace", Optional.empty()), known()))
          .first()
          .asString()
          .startsWith("channel 'c' names the type 'Gone', which is not known; known are [any,");
    }

    @Test
    void shouldNameMapsByOtherThanTextInFull() {
      assertThat(TypeText.of(new TypeRef<Map<Integer, String>>() {}.type()))
          .isEqualTo("map<integer,string>");
      assertThat(TypeText.of(new TypeRef<List<? extends Number>>() {}.type()))
          .isEqualTo("list<? extends java.lang.Number>");
      assertThat(TypeText.of(Order.class)).isEqualTo("Order");
    }

    private Type bound(String text) {
      BindingRegistry names = known().types(Order.class, Pair.class);
      return Graph.of(specOf(text, "replace", Optional.empty()), names)
          .schema()
          .channel("c", "a test")
          .type();
    }

    private String shown(ParameterizedType type) {
      StringBuilder text = new StringBuilder(type.getRawType().getTypeName()).append('<');
      for (int position = 0; position < type.getActualTypeArguments().length; position++) {
        Type argument = type.getActualTypeArguments()[position];
        text.append(position == 0 ? "" : ", ")
            .append(argument instanceof ParameterizedType it ? shown(it) : argument.getTypeName());
      }
      return text.append('>').toString();
    }
  }

  @Nested
  class Naming {
    @Test
    void shouldNameOnlyWhatNotEveryProcessKnows() {
      Graph child =
          Graph.builder("child")
              .channels(Channel.of("pair", new TypeRef<List<Pair<String, Order>>>() {}))
              .node("x", ACTION)
              .edge(START, "x")
              .build();
      Graph graph =
          Graph.builder("g")
              .channels(
                  Channel.of("n", Integer.class).reducedBy(new Versioned("3")),
                  Channel.merge("map"),
                  Channel.ofType("json", new JsonType(Map.of("type", "object"))))
              .node("a", ACTION)
              .subgraph("child", child)
              .edge(START, "a")
              .routes("a", ROUTER, "child")
              .build();

      References named = References.of(graph.spec());

      assertThat(named)
          .isEqualTo(
              new References(
                  Set.of("a", "x"),
                  Set.of("a.router0"),
                  Map.of("own", "3"),
                  Set.of("Order", "Pair")));
      assertThat(named.actions()).containsExactly("a", "x");
    }

    @Test
    void shouldStandInForCodeThatIsNotThere() throws Exception {
      Graph graph =
          Graph.builder("g")
              .channels(
                  Channel.of("n", Integer.class).reducedBy(new Versioned("3")),
                  Channel.of("order", Order.class))
              .node("a", ACTION)
              .edge(START, "a")
              .routes("a", ROUTER, END)
              .build();

      Graph bound = Graph.of(graph.spec(), References.of(graph.spec()).standIns());

      assertThat(bound.spec()).isEqualTo(graph.spec());
      assertThat(bound.action("a")).isNotNull();
      assertThat(bound.router(bound.conditionalEdges("a").get(0))).isNotNull();
      assertThat(bound.schema().channel("n", "a test").reducer().reduce(1, 2)).isEqualTo(2);
    }
  }

  private record Versioned(String version) implements Reducer {
    @Override
    public String name() {
      return "own";
    }

    @Override
    public Object reduce(Object current, Object write) {
      return write;
    }
  }

  private static BindingRegistry known() {
    return new BindingRegistry().action("a", ACTION);
  }

  private static Graph with(Channel<?>... channels) {
    return Graph.builder("g").channels(channels).node("a", ACTION).edge(START, "a").build();
  }

  private static GraphSpec specOf(String type, String reducer, Optional<Object> initial) {
    return specWith(new ChannelSpec("c", type, Map.of(), reducer, "1", Lifetime.THREAD, initial));
  }

  private static GraphSpec specWith(ChannelSpec channel) {
    GraphSpec plain = with().spec();
    return new GraphSpec(
        plain.name(),
        plain.version(),
        List.of(channel),
        plain.openness(),
        plain.nodes(),
        plain.edges(),
        plain.flow(),
        plain.maxSteps(),
        plain.maxConcurrency(),
        plain.failure(),
        plain.breakpoints(),
        plain.retention(),
        plain.shape());
  }

  private static List<String> problems(GraphSpec spec, BindingRegistry names) {
    return catchThrowableOfType(InvalidGraphException.class, () -> Graph.of(spec, names))
        .problems();
  }
}
