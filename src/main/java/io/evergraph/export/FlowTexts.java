package io.evergraph.export;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The graphs that a text names or describes by a kind, made while it is read. */
final class FlowTexts {
  private final @Nullable BindingRegistry names;
  private final List<Graph> graphs = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  FlowTexts(@Nullable BindingRegistry names) {
    this.names = names;
  }

  /** Returns what reads no flows. */
  static FlowTexts none() {
    return new FlowTexts(null);
  }

  /** Returns the graphs that were made. */
  List<Graph> graphs() {
    return graphs;
  }

  /** Returns what is wrong, each with its place. */
  List<String> problems() {
    return problems;
  }

  void problem(String place, String problem) {
    problems.add((place.isEmpty() ? ": " : " at " + place + ": ") + problem);
  }

  /** Returns the graph that a text names or describes. */
  Graph graph(SpecReader at) {
    return at.tree().isTextual() ? kept(named(at, Graph.class, at.text()), at) : flow(at);
  }

  /** Returns the graph of a text with a kind. */
  Graph flow(SpecReader at) {
    Optional<FlowKind> kind = named(at.at("kind"), FlowKind.class, at.text("kind"));
    if (kind.isEmpty()) {
      at.markRead();
    }
    return kept(kind.flatMap(it -> made(it, at)), at);
  }

  private Optional<Graph> made(FlowKind kind, SpecReader at) {
    FlowReader fields = new FlowReader(at);
    try {
      return Optional.of(kind.graph(fields));
    } catch (InvalidGraphException invalid) {
      invalid.problems().forEach(fields::problem);
    } catch (IllegalArgumentException invalid) {
      fields.problem(String.valueOf(invalid.getMessage()));
    }
    return Optional.empty();
  }

  /** Without a graph there is a problem: another one stands for it while the text is read on. */
  private Graph kept(Optional<Graph> found, SpecReader at) {
    Graph graph = found.orElseGet(() -> standIn(at));
    graphs.add(graph);
    return graph;
  }

  private static Graph standIn(SpecReader at) {
    return Graph.builder("graph" + at.place().replace('/', '.'))
        .openState()
        .node("none", context -> Command.none())
        .edge(Graph.START, "none")
        .build();
  }

  <T> Optional<T> named(SpecReader at, Class<T> type, String name) {
    if (names == null) {
      throw at.misfit("a graph with nodes and edges (flows and names of graphs need GraphLoader)");
    }
    Optional<T> found = names.find(type, name);
    if (found.isEmpty()) {
      problem(
          at.place(),
          "the %s '%s' is not known; known are %s"
              .formatted(type.getSimpleName(), name, names.namesOf(type)));
    }
    return found;
  }

  BindingRegistry names() {
    if (names == null) {
      throw new IllegalStateException("Fields are read by kinds, which are found by names.");
    }
    return names;
  }
}
