package io.evergraph.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.GenericType;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Graphs from text run like those from Java. */
class GraphLoaderTest {
  private static final String ORDERS =
      """
      name: orders
      state:
        channels:
          - {name: refund, type: Refund}
          - {name: log, type: list<string>, reducer: append}
          - {name: card, type: {type: object, required: [id]}}
          - {name: longest, type: string, reducer: longest, reducerVersion: "2"}
      nodes:
        - {name: check, action: checking}
        - {name: pay}
        - name: inner
          graph:
            name: inner
            state: {channels: [{name: log, type: list<string>, reducer: append}]}
            nodes: [{name: note}]
            edges: [{from: __start__, to: note}]
      edges:
        - {from: __start__, to: check}
        - {from: check, router: by-amount, paths: {large: inner, small: pay}}
        - {from: inner, to: pay}
      """;

  record Refund(String order, int amount) {}

  private static final Channel<Refund> REFUND = Channel.of("refund", Refund.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private static final class Longest implements Reducer {
    @Override
    public String name() {
      return "longest";
    }

    @Override
    public String version() {
      return "2";
    }

    @Override
    public @Nullable Object reduce(@Nullable Object current, @Nullable Object write) {
      return String.valueOf(current).length() > String.valueOf(write).length() ? current : write;
    }
  }

  private static BindingRegistry names() {
    return new BindingRegistry()
        .types(Refund.class)
        .reducer(new Longest())
        .action(
            "checking",
            context ->
                Command.update(
                    StateUpdate.of(Map.of("log", List.of("checked"), "longest", "checked"))))
        .action("pay", context -> Command.update(LOG, "paid " + context.state().get(REFUND)))
        .action("note", context -> Command.update(LOG, "noted"))
        .router(
            "by-amount",
            context ->
                List.of(Route.to(context.state().get(REFUND).amount() > 100 ? "large" : "small")));
  }

  private static RunResult run(Graph graph, StateUpdate input) throws Exception {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(graph)) {
      return runtime.start(graph.name(), ThreadId.random(), input, RunOptions.defaults()).await();
    }
  }

  @Test
  void shouldRunAGraphThatWasWrittenAsText() throws Exception {
    Graph graph = new GraphLoader(names()).load(ORDERS, "orders.yaml");

    RunResult result = run(graph, StateUpdate.of(REFUND, new Refund("7", 250)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG))
        .containsExactly("checked", "noted", "paid Refund[order=7, amount=250]");
    assertThat(result.state().value("longest")).isEqualTo("checked");
  }

  @Test
  void shouldHoldValuesToTheirSchemaWhenATypeIsOne() {
    Graph graph = new GraphLoader(names()).load(ORDERS, "orders.yaml");
    StateUpdate input = StateUpdate.of(REFUND, new Refund("7", 50));

    assertThatThrownBy(() -> run(graph, input.and(StateUpdate.of(Map.of("card", Map.of("no", 1))))))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("card")
        .hasMessageContaining("id");
  }

  @Test
  void shouldNameAllUnknownNamesTogetherAndThoseThatAreKnown() {
    BindingRegistry few =
        new BindingRegistry()
            .action("paying", context -> Command.none())
            .router("r", any -> List.of());

    assertThatThrownBy(() -> new GraphLoader(few).load(ORDERS, "orders.yaml"))
        .isInstanceOfSatisfying(
            InvalidGraphException.class,
            invalid ->
                assertThat(invalid.problems())
                    .hasSize(6)
                    .anyMatch(it -> it.contains("'checking'") && it.contains("[paying]"))
                    .anyMatch(it -> it.contains("'pay'"))
                    .anyMatch(it -> it.contains("subgraph 'inner'") && it.contains("'note'"))
                    .anyMatch(it -> it.contains("'by-amount'") && it.contains("[r]"))
                    .anyMatch(it -> it.contains("'Refund'") && it.contains("string"))
                    .anyMatch(it -> it.contains("'longest'") && it.contains("append")));
  }

  @Test
  void shouldRefuseAReducerWhoseMeaningHasChanged() {
    String older = ORDERS.replace("reducerVersion: \"2\"", "reducerVersion: \"1\"");

    assertThatThrownBy(() -> new GraphLoader(names()).load(older, "orders.yaml"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("version 1")
        .hasMessageContaining("version 2");
  }

  @Test
  void shouldReportMistakesOfTheGraphBesideUnknownNames() {
    String wrong = ORDERS.replace("to: pay}", "to: nowhere}").replace("checking", "chequing");

    assertThatThrownBy(() -> new GraphLoader(names()).load(wrong, "orders.yaml"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("chequing");
  }

  @Test
  void shouldCountNameAndVersionOfAReducerInTheFingerprint() {
    String fingerprint = GraphText.read(ORDERS, "orders").fingerprint();

    assertThat(GraphText.read(ORDERS.replace("Version: \"2\"", "Version: \"3\""), "").fingerprint())
        .isNotEqualTo(fingerprint);
    assertThat(
            GraphText.read(ORDERS.replace("reducer: longest", "reducer: last"), "").fingerprint())
        .isNotEqualTo(fingerprint);
  }

  @Test
  void shouldBindTheTextOfAJavaGraphToTheSameTypes() {
    Channel<Map<String, List<Refund>>> deep =
        Channel.of("deep", new TypeRef<Map<String, List<Refund>>>() {});
    Graph java =
        Graph.builder("typed")
            .channels(REFUND, LOG, deep)
            .node("n", context -> Command.none())
            .edge(Graph.START, "n")
            .build();
    BindingRegistry names =
        new BindingRegistry().types(Refund.class).action("n", context -> Command.none());

    Graph loaded = new GraphLoader(names).load(GraphText.yaml(java.spec()), "typed.yaml");

    assertThat(loaded.spec()).isEqualTo(java.spec());
    assertThat(loaded.schema().channels()).isEqualTo(java.schema().channels());
    assertThat(loaded.schema().channels().get("log")).isInstanceOf(ListChannel.class);
  }

  @Test
  void shouldBindTheTextOfAJavaGraphToTheSameCollectionsAndFirstValues() {
    Type prices = new TypeRef<Map<TimeUnit, Set<Long>>>() {}.type();
    Graph java =
        Graph.builder("collections")
            .channels(
                Channel.of("tags", new TypeRef<Set<String>>() {}).initially(Set.of("new")),
                Channel.ofType("prices", prices)
                    .initially(Map.of(TimeUnit.HOURS, Set.of(2L), TimeUnit.DAYS, Set.of(9L))),
                Channel.ofType("any", new JsonType(Map.of())))
            .node("n", context -> Command.none())
            .edge(Graph.START, "n")
            .build();

    Graph loaded = new GraphLoader(startNames()).load(GraphText.yaml(java.spec()), "c.yaml");

    assertThat(loaded.spec()).isEqualTo(java.spec());
    assertThat(loaded.schema().channels()).isEqualTo(java.schema().channels());
    assertThat(loaded.schema().channels().values().stream().map(Channel::initial))
        .containsExactlyElementsOf(
            java.schema().channels().values().stream().map(Channel::initial).toList());
  }

  @Test
  void shouldKeepTheSchemaOfWhatAMapHolds() {
    JsonType text = new JsonType(Map.of("type", "string"));
    Type byName = new GenericType(Map.class, List.of(String.class, text));

    ChannelSpec spec = ChannelSpec.of(Channel.ofType("notes", byName));

    assertThat(spec.type()).isEqualTo(ChannelSpec.JSON);
    assertThat(spec.schema())
        .isEqualTo(Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
  }

  private static final String STARTS =
      """
      name: starts
      state:
        channels:
          - {name: tone, type: string, initial: polite}
          - {name: left, type: long, initial: 3}
          - {name: total, type: long, reducer: sum}
          - {name: pause, type: duration, initial: PT5M}
          - {name: days, type: list<date>, reducer: append, initial: ["2026-01-31"]}
          - {name: limits, type: map<decimal>, initial: {low: 1, high: "9.50"}}
          - {name: unit, type: TimeUnit, initial: HOURS}
          - {name: form, type: {type: object}, initial: {pages: [1, 2]}}
      nodes: [{name: n}]
      edges: [{from: __start__, to: n}]
      """;

  private static BindingRegistry startNames() {
    return new BindingRegistry()
        .types(TimeUnit.class, Refund.class)
        .action("n", context -> Command.none());
  }

  @Test
  void shouldBeginWithWhatTheTextSays() throws Exception {
    Graph graph = new GraphLoader(startNames()).load(STARTS, "starts.yaml");

    RunResult result = run(graph, StateUpdate.empty());

    assertThat(result.state().values())
        .isEqualTo(
            Map.of(
                "tone",
                "polite",
                "left",
                3L,
                "total",
                0L,
                "pause",
                Duration.ofMinutes(5),
                "days",
                List.of(LocalDate.of(2026, 1, 31)),
                "limits",
                Map.of("low", BigDecimal.ONE, "high", new BigDecimal("9.50")),
                "unit",
                TimeUnit.HOURS,
                "form",
                Map.of("pages", List.of(1, 2))));
  }

  @Test
  void shouldWriteWhatAJavaGraphBeginsWith() {
    Graph graph =
        Graph.builder("begins")
            .channels(
                Channel.of("left", Long.class).initially(5_000_000_000L),
                Channel.of("price", BigDecimal.class).initially(new BigDecimal("1.50")),
                Channel.of("unit", TimeUnit.class).initially(TimeUnit.HOURS),
                LOG.initially(List.of("opened")),
                Channel.sum("total", Integer.class))
            .node("n", context -> Command.none())
            .edge(Graph.START, "n")
            .build();

    Graph loaded = new GraphLoader(startNames()).load(GraphText.yaml(graph.spec()), "begins.yaml");

    assertThat(loaded.spec()).isEqualTo(graph.spec());
    assertThat(loaded.schema().initial()).isEqualTo(graph.schema().initial());
  }

  @Test
  void shouldCountWhatAChannelBeginsWithInTheFingerprint() {
    assertThat(GraphText.read(STARTS.replace("polite", "rude"), "").fingerprint())
        .isNotEqualTo(GraphText.read(STARTS, "").fingerprint());
  }

  @Test
  void shouldRefuseToBeginWithWhatDoesNotFit() {
    String wrong =
        STARTS.replace("initial: 3", "initial: three").replace("type: TimeUnit", "type: Refund");

    assertThatThrownBy(() -> new GraphLoader(startNames()).load(wrong, "starts.yaml"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("channel 'left' begins with three")
        .hasMessageContaining("channel 'unit' begins with HOURS, from which no Refund can be made");
    assertThatThrownBy(() -> GraphText.read(STARTS.replace("[1, 2]", "[1, null]"), "starts.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/initial");
  }

  @Test
  void shouldRegisterAGraphFromTextThatCallsOneSubgraphTwice() {
    Graph leaf =
        Graph.builder("leaf").node("note", it -> Command.none()).edge(Graph.START, "note").build();
    GraphSpec twice =
        Graph.builder("twice")
            .subgraph("one", leaf, Embedding.ownThread())
            .subgraph("two", leaf, Embedding.ownThread())
            .edge(Graph.START, "one")
            .edge("one", "two")
            .build()
            .spec();

    Graph graph = new GraphLoader(names()).load(GraphText.yaml(twice), "twice.yaml");

    assertThat(GraphRegistry.of(List.of(graph)).graphs()).containsExactly(graph);
  }
}
