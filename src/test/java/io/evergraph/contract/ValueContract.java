package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.Identified;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Nobody changes what others see: values are frozen or copied wherever they pass. */
class ValueContract extends RuntimeContract {
  private static final ListChannel<Map<String, Object>> ROWS =
      ListChannel.append("rows", new TypeRef<Map<String, Object>>() {});
  private static final Channel<Basket> BASKET = Channel.of("basket", Basket.class);
  private static final Channel<Drawer> DRAWER = Channel.of("drawer", Drawer.class);
  private static final Channel<Set<String>> WORDS =
      Channel.of("words", new TypeRef<Set<String>>() {});

  /** Keeps the list that it is given. */
  record Basket(List<String> items) {}

  /** Copies the list that it is given into one that can be changed. */
  record Drawer(List<String> items) {
    Drawer {
      items = new ArrayList<>(items);
    }
  }

  record Named(String id, String type) implements Identified {}

  private static NodeAction changing(Consumer<State> change) {
    return context -> {
      changed(() -> change.accept(context.state()));
      return Command.update(LOG, context.node());
    };
  }

  /** What nobody can change says so. */
  private static void changed(Runnable change) {
    try {
      change.run();
    } catch (UnsupportedOperationException frozen) {
      assertThat(frozen).hasNoCause();
    }
  }

  private static GraphBuilder inTurn(GraphBuilder graph) {
    return graph.edge(START, "change").edge("change", "look");
  }

  private static NodeAction telling(Channel<?> channel) {
    return context -> Command.update(LOG, String.valueOf(context.state().get(channel)));
  }

  private static Map<String, Object> row() {
    return new HashMap<>(Map.of("kind", "good"));
  }

  @Test
  void shouldKeepElementsApartFromWhatANodeDoesToThem() {
    Graph graph =
        Graph.builder("elements")
            .channels(LOG, ROWS)
            .node("change", changing(state -> state.get(ROWS).get(0).put("kind", "bad")))
            .node("good", telling(ROWS))
            .node("bad", telling(ROWS))
            .edge(START, "change")
            .route("change", state -> state.get(ROWS).get(0).get("kind").toString(), "good", "bad")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(ROWS, row())));

    assertThat(result.state().get(LOG)).containsExactly("change", "[{kind=good}]");
    assertThat(result.state().get(ROWS)).containsExactly(Map.of("kind", "good"));
  }

  @Test
  void shouldKeepRecordsApartFromWhatANodeDoesToTheirLists() {
    Graph graph =
        inTurn(
                Graph.builder("records")
                    .channels(LOG, BASKET, DRAWER)
                    .node(
                        "change",
                        changing(
                            state -> {
                              changed(() -> state.get(DRAWER).items().add("bad"));
                              state.get(BASKET).items().add("bad");
                            }))
                    .node(
                        "look",
                        context ->
                            Command.update(
                                LOG,
                                context.state().get(BASKET) + " " + context.state().get(DRAWER))))
            .build();
    List<String> items = new ArrayList<>(List.of("apple"));

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph,
                    StateUpdate.of(BASKET, new Basket(items)).with(DRAWER, new Drawer(items))));

    assertThat(result.state().get(LOG))
        .containsExactly("change", "Basket[items=[apple]] Drawer[items=[apple]]");
    assertThat(result.state().get(BASKET)).isEqualTo(new Basket(items));
    assertThat(result.state().get(DRAWER)).isEqualTo(new Drawer(items));
  }

  @Test
  void shouldKeepWhatANodeWroteApartFromWhatItDoesLater() {
    List<String> items = new ArrayList<>(List.of("apple"));
    Map<String, Object> row = row();
    Graph graph =
        inTurn(
                Graph.builder("written")
                    .channels(LOG, BASKET, ROWS)
                    .node(
                        "change",
                        context ->
                            Command.update(
                                StateUpdate.of(BASKET, new Basket(items)).with(ROWS, row)))
                    .node(
                        "look",
                        context -> {
                          items.add("bad");
                          row.put("kind", "bad");
                          return Command.update(
                              LOG, context.state().get(BASKET) + " " + context.state().get(ROWS));
                        }))
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("Basket[items=[apple]] [{kind=good}]");
    assertThat(result.state().get(BASKET).items()).containsExactly("apple");
  }

  @Test
  void shouldKeepInitialValuesAndThoseOfReducersApart() {
    Channel<Basket> full =
        Channel.of("full", Basket.class)
            .initially(new Basket(new ArrayList<>(List.of("apple"))))
            .reducedBy(
                "adding",
                (held, more) -> {
                  List<String> items = new ArrayList<>(held.items());
                  items.addAll(more.items());
                  return new Basket(items);
                });
    ListChannel<Map<String, Object>> first =
        ListChannel.append("first", new TypeRef<Map<String, Object>>() {})
            .initially(List.of(row()));
    NodeAction spoiling =
        changing(
            state -> {
              changed(() -> state.get(first).get(0).put("kind", "bad"));
              state.get(full).items().add("bad");
            });
    Graph graph =
        Graph.builder("initial")
            .channels(LOG, full, first)
            .node("change", spoiling)
            .node("add", context -> Command.update(full, new Basket(List.of("pear"))))
            .node("spoil", spoiling)
            .edge(START, "change")
            .edge("change", "add")
            .edge("add", "spoil")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(full)).isEqualTo(new Basket(List.of("apple", "pear")));
    assertThat(result.state().get(first)).containsExactly(Map.of("kind", "good"));
  }

  @Test
  void shouldGiveEachTaskAContextThatNobodyChanges() {
    NodeAction spoiling =
        context -> {
          Map<?, ?> user = (Map<?, ?>) context.runContext().get("user");
          String told = user + " " + user.get("id").getClass().getSimpleName();
          changed(user::clear);
          return Command.update(LOG, told);
        };
    Graph graph =
        inTurn(
                Graph.builder("context")
                    .channels(LOG)
                    .node("change", spoiling)
                    .node("look", spoiling))
            .build();
    Map<String, Object> user = new LinkedHashMap<>(Map.of("id", 7L));

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph,
                    StateUpdate.empty(),
                    RunOptions.builder().context(Map.of("user", user))));

    assertThat(result.state().get(LOG)).containsExactly("{id=7} Integer", "{id=7} Integer");
  }

  @Test
  void shouldKeepTheInputOfASendApart() {
    List<String> items = new ArrayList<>(List.of("apple"));
    Graph graph =
        Graph.builder("sent")
            .channels(LOG, BASKET, ROWS)
            .node(
                "work",
                context -> {
                  items.add("bad");
                  changed(() -> context.state().get(ROWS).get(0).put("kind", "bad"));
                  return Command.update(
                      LOG, context.state().get(BASKET) + " " + context.state().get(ROWS));
                })
            .routes(
                START,
                context -> {
                  StateUpdate input = StateUpdate.of(BASKET, new Basket(items)).with(ROWS, row());
                  return List.of(Route.send("work", input), Route.send("work", input));
                },
                "work")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG))
        .containsExactly(
            "Basket[items=[apple]] [{kind=good}]", "Basket[items=[apple]] [{kind=good}]");
  }

  @Test
  void shouldFreezeSetsAsWellAsListsAndMaps() {
    Graph graph =
        inTurn(
                Graph.builder("sets")
                    .channels(LOG, WORDS)
                    .node("change", changing(state -> state.get(WORDS).add("bad")))
                    .node("look", telling(WORDS)))
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, graph, StateUpdate.of(WORDS, Set.of("good"))));

    assertThat(result.state().get(LOG)).containsExactly("change", "[good]");
    assertThat(result.state().get(WORDS)).containsExactly("good");
  }

  @Test
  void shouldTakeWhatLooksLikeARemovalForDataWhereElementsHaveNoIds() {
    Map<String, Object> row = Map.of("type", "remove", "id", "7");
    Graph graph =
        Graph.builder("removal")
            .channels(LOG, ROWS)
            .node("a", context -> Command.update(StateUpdate.of(ROWS, row)))
            .edge(START, "a")
            .edge("a", END)
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(ROWS, row)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ROWS)).containsExactly(row, row);
  }

  @Test
  void shouldRemoveWhereElementsHaveIds() {
    ListChannel<Named> names = ListChannel.byId("names", Named.class);
    Graph graph =
        Graph.builder("removing")
            .channels(names)
            .node(
                "a",
                context ->
                    Command.update(
                        StateUpdate.of(
                            Map.of("names", List.of(Map.of("type", "remove", "id", "7"))))))
            .edge(START, "a")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph,
                    StateUpdate.of(names, new Named("7", "x"), new Named("8", "x"))));

    assertThat(result.state().get(names)).containsExactly(new Named("8", "x"));
  }
}
