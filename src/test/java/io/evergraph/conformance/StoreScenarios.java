package io.evergraph.conformance;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/** What nodes keep beyond their threads. */
final class StoreScenarios {
  private StoreScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue agents) {
    langGraph.add("K-01", StoreScenarios::items);
    langGraph.add("K-02", StoreScenarios::laterNode);
    agents.add("Y-01", StoreScenarios::contract);
    agents.add("Y-02", StoreScenarios::twice);
  }

  private static List<String> notes(Stage stage) {
    return List.of(stage.thread().value(), "notes");
  }

  private static Graph graph(Stage stage, NodeAction first, NodeAction second) {
    return stage
        .graph()
        .node("first", first)
        .node("second", second)
        .edge(Graph.START, "first")
        .edge("first", "second")
        .build();
  }

  private static Object keys(List<StoreItem> items) {
    return items.stream().map(StoreItem::key).toList();
  }

  private static void contract(Stage stage) {
    List<String> notes = notes(stage);
    NodeAction puts =
        context -> {
          for (int number = 10; number < 22; number++) {
            context.store().put(notes, "n" + number, Map.of("even", number % 2 == 0));
          }
          context.store().put(List.of("others", notes.get(0)), "n10", Map.of());
          return Command.none();
        };
    stage.start(graph(stage, puts, context -> searched(stage, context.store(), notes)), input());
  }

  private static Command searched(Stage stage, Store store, List<String> notes) {
    StoreQuery all = StoreQuery.in(notes.get(0));
    stage.note("found", store.search(all).size());
    stage.note("page", keys(store.search(all.where("even", true).offset(1).limit(2))));
    StoreItem first = store.get(notes, "n10").orElseThrow();
    StoreItem again = store.put(notes, "n10", Map.of("even", false));
    stage.note("created at the same time", again.createdAt().equals(first.createdAt()));
    stage.note("deleted", List.of(store.delete(notes, "n11"), store.delete(notes, "n11")));
    store.put(StoreWrite.of(notes, "short", Map.of()).expiresAfter(Duration.ofMillis(50)));
    Awaitility.await().until(() -> store.get(notes, "short").isEmpty());
    stage.note("others", keys(store.search(StoreQuery.in("others", notes.get(0)))));
    return Command.none();
  }

  private static StateUpdate input() {
    return StateUpdate.empty();
  }

  private static void twice(Stage stage) {
    List<String> notes = notes(stage);
    NodeAction puts =
        context -> {
          context.store().put(notes, "k", Map.of("attempt", context.attempt()));
          if (context.attempt() == 1) {
            throw new IOException("cut off");
          }
          return Command.none();
        };
    NodeAction reads =
        context -> {
          List<StoreItem> items = context.store().search(StoreQuery.in(notes));
          stage.note("items", items.stream().map(StoreItem::value).toList());
          return Command.none();
        };
    stage.start(graph(stage, puts, reads), input());
  }

  private static void items(Stage stage) {
    List<String> notes = notes(stage);
    NodeAction puts =
        context -> {
          Store store = context.store();
          for (int number = 0; number < 5; number++) {
            store.put(notes, "k" + number, Map.of("odd", number % 2 == 1));
          }
          store.put(notes, "k3", Map.of("odd", false));
          store.delete(notes, "k4");
          return Command.none();
        };
    NodeAction reads =
        context -> {
          Store store = context.store();
          StoreQuery wide = StoreQuery.in(notes.get(0));
          stage.note("overwritten", store.get(notes, "k3").map(StoreItem::value).orElseThrow());
          stage.note("by prefix", keys(store.search(wide)));
          stage.note("by filter", keys(store.search(wide.where("odd", false))));
          stage.note("page", keys(store.search(wide.offset(1).limit(2))));
          return Command.none();
        };
    stage.start(graph(stage, puts, reads), input());
    stage.attempt("no names", () -> StoreQuery.in());
    stage.attempt("an empty name", () -> StoreQuery.in(""));
    stage.attempt("a name with a dot", () -> StoreQuery.in("a.b"));
    Map<String, Object> atLeast = Map.of("$gte", 1);
    stage.attempt("an operator", () -> StoreQuery.in("a").where("number", atLeast));
  }

  private static void laterNode(Stage stage) {
    List<String> notes = notes(stage);
    NodeAction puts =
        context -> {
          context.store().put(notes, "count", Map.of("n", 1));
          return Command.none();
        };
    NodeAction counts =
        context -> {
          long before = ((Number) count(context.store(), notes)).longValue();
          context.store().put(notes, "count", Map.of("n", before + 1));
          stage.note("counts", List.of(before, count(context.store(), notes)));
          return Command.none();
        };
    stage.start(graph(stage, puts, counts), input());
  }

  private static Object count(Store store, List<String> notes) {
    return Optional.ofNullable(store.get(notes, "count").orElseThrow().value().get("n"))
        .orElseThrow();
  }
}
