package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;

import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A layered graph drawn from a seed: nodes that log, ask, or fail once; static edges, routers,
 * sends and joins between the layers; subgraphs, several beside each other. What a node logs tells
 * what it saw, and the id of its task.
 */
public final class RandomGraph {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private final Random random;
  private final Execution execution;
  private final Map<String, Integer> executions = new ConcurrentHashMap<>();
  private final Graph graph;

  private RandomGraph(long seed, Execution execution) {
    this.random = new Random(seed);
    this.execution = execution;
    this.graph = draw("g", 2);
  }

  static Graph of(long seed) {
    return drawn(seed).graph;
  }

  /** Draws a graph that counts how often its nodes run. */
  public static RandomGraph drawn(long seed) {
    return new RandomGraph(seed, Execution.SUPERSTEPS);
  }

  /** Draws the same graph to be run eagerly, with some of its subgraphs in supersteps. */
  public static RandomGraph eager(long seed) {
    return new RandomGraph(seed, Execution.EAGER);
  }

  /** Returns the graph. */
  public Graph graph() {
    return graph;
  }

  /**
   * Returns how often each task has run without being asked to: once is right for a node that logs;
   * the second time of a node that asks or fails once is taken off.
   */
  public Map<String, Integer> executions() {
    return Map.copyOf(executions);
  }

  private Graph draw(String prefix, int depth) {
    GraphBuilder builder = Graph.builder(prefix).channels(LOG).execution(execution(prefix));
    List<List<String>> layers = new ArrayList<>();
    for (int layer = 0; layer < 2 + random.nextInt(3); layer++) {
      layers.add(nodes(builder, prefix + layer, depth));
    }
    layers.get(0).forEach(first -> builder.edge(START, first));
    for (int layer = 1; layer < layers.size(); layer++) {
      connect(builder, layers.get(layer - 1), layers.get(layer));
    }
    return builder.build();
  }

  private Execution execution(String prefix) {
    return prefix.endsWith("b") ? Execution.SUPERSTEPS : execution;
  }

  private List<String> nodes(GraphBuilder builder, String prefix, int depth) {
    List<String> names = new ArrayList<>();
    for (int index = 0; index < 1 + random.nextInt(4); index++) {
      String name = prefix + (char) ('a' + index);
      if (depth > 0 && random.nextInt(3) == 0) {
        builder.subgraph(name, draw(name, depth - 1));
      } else {
        builder.node(
            name, List.of(logs(), logs(), asks(), failsOnce()).get(random.nextInt(4)), ONCE);
      }
      names.add(name);
    }
    return names;
  }

  private void connect(GraphBuilder builder, List<String> from, List<String> to) {
    for (String target : to) {
      builder.edge(any(from), target);
    }
    if (from.size() > 1 && random.nextBoolean()) {
      builder.join(from, any(to));
    }
    String sent = any(to);
    switch (random.nextInt(3)) {
      case 0 -> builder.route(any(from), state -> sent, sent);
      case 1 -> builder.routes(any(from), context -> twice(sent), sent);
      default -> builder.edge(any(from), any(to));
    }
  }

  private static List<Route> twice(String target) {
    return List.of(Route.send(target, StateUpdate.of(LOG, "first")), Route.send(target, NOTHING));
  }

  private String any(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private NodeAction logs() {
    return context -> {
      ran(context);
      return Command.update(LOG, seen(context));
    };
  }

  private NodeAction asks() {
    return context -> {
      Object answer = context.interrupt(Question.of(context.node() + seen(context)));
      ran(context);
      return Command.update(LOG, seen(context) + answer);
    };
  }

  private NodeAction failsOnce() {
    Set<String> failed = ConcurrentHashMap.newKeySet();
    return context -> {
      if (failed.add(context.idempotencyKey())) {
        throw new IllegalStateException("the first time");
      }
      ran(context);
      return Command.update(LOG, seen(context));
    };
  }

  private void ran(NodeContext context) {
    executions.merge(context.idempotencyKey(), 1, Integer::sum);
  }

  private static String seen(NodeContext context) {
    Map<String, Object> values = context.state().values();
    return String.join(
        " ",
        context.node(),
        "" + context.step(),
        "" + values.hashCode(),
        context.idempotencyKey().substring(0, 8));
  }
}
