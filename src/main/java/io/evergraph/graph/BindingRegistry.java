package io.evergraph.graph;

import io.evergraph.state.Append;
import io.evergraph.state.ById;
import io.evergraph.state.Channel;
import io.evergraph.state.Extremum;
import io.evergraph.state.LastWins;
import io.evergraph.state.Reducer;
import io.evergraph.state.Replace;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.Sum;
import io.evergraph.state.Union;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The code that graphs written as data may name: actions, routers, reducers and types; graphs,
 * kinds of flows, conditions and whatever else those kinds name.
 *
 * <p>Knows the reducers of Evergraph and the common types of the JDK from the start ({@code string,
 * boolean, integer, long, double, number, decimal, instant, date, duration, uuid, json, any}, and
 * {@code list<…>}, {@code set<…>} and {@code map<…>} of any known type). Not safe for use by
 * several threads while names are added.
 */
public final class BindingRegistry {
  private final Map<String, NodeAction> actions = new TreeMap<>();
  private final Map<String, Router> routers = new TreeMap<>();
  private final Map<String, Reducer> reducers = new TreeMap<>();
  private final Map<String, Type> types = new TreeMap<>(TypeText.KNOWN);
  private final Map<Class<?>, Map<String, Object>> others = new HashMap<>();

  /** Makes a registry of what every process knows. */
  public BindingRegistry() {
    Arrays.asList(
            Replace.INSTANCE,
            LastWins.INSTANCE,
            Append.INSTANCE,
            ShallowMerge.INSTANCE,
            ById.INSTANCE,
            Sum.INSTANCE,
            Extremum.MIN,
            Extremum.MAX,
            Union.INSTANCE)
        .forEach(this::reducer);
  }

  /** Adds the code of nodes; a later one of the same name takes the place of an earlier one. */
  public BindingRegistry action(String name, NodeAction action) {
    actions.put(name, action);
    return this;
  }

  /** Adds the code of conditional edges. */
  public BindingRegistry router(String name, Router router) {
    routers.put(name, router);
    return this;
  }

  /** Adds a reducer under its own name. */
  public BindingRegistry reducer(Reducer reducer) {
    reducers.put(reducer.name(), reducer);
    return this;
  }

  /** Adds a type; classes are written into topologies under their simple names. */
  public BindingRegistry type(String name, Type type) {
    types.put(name, type);
    return this;
  }

  /** Adds classes under their simple names. */
  public BindingRegistry types(Class<?>... classes) {
    Arrays.asList(classes).forEach(type -> type(type.getSimpleName(), type));
    return this;
  }

  /** Adds a graph under its own name: texts use it as a subgraph, or as an agent of a flow. */
  public BindingRegistry graph(Graph graph) {
    return named(Graph.class, graph.name(), graph);
  }

  /** Adds a kind of flow under its own name. */
  public BindingRegistry flow(FlowKind kind) {
    return named(FlowKind.class, kind.name(), kind);
  }

  /** Adds a condition. */
  public BindingRegistry condition(String name, Condition condition) {
    return named(Condition.class, name, condition);
  }

  /** Adds something else that a kind of flow finds by its name, such as a source of models. */
  public <T> BindingRegistry named(Class<T> type, String name, T value) {
    others.computeIfAbsent(type, any -> new TreeMap<>()).put(name, value);
    return this;
  }

  /** Returns what was added under a name, or empty. */
  public <T> Optional<T> find(Class<T> type, String name) {
    return Optional.ofNullable(others.getOrDefault(type, Map.of()).get(name)).map(type::cast);
  }

  /** Returns the names of all that was added of a type, in order. */
  public Set<String> namesOf(Class<?> type) {
    return Collections.unmodifiableSet(others.getOrDefault(type, new TreeMap<>()).keySet());
  }

  /**
   * Returns the channels of a description.
   *
   * @param problems takes what is wrong with them
   */
  public List<Channel<?>> channels(List<ChannelSpec> specs, Consumer<String> problems) {
    return GraphBinding.channels(this, specs, problems);
  }

  Found<NodeAction> action(String name) {
    return found("action", name, actions);
  }

  Found<Router> router(String name) {
    return found("router", name, routers);
  }

  Found<Reducer> reducer(String name) {
    return found("reducer", name, reducers);
  }

  Found<Type> type(String name) {
    return found("type", name, types);
  }

  private static <T> Found<T> found(String kind, String name, Map<String, T> all) {
    return new Found<>(kind, name, Optional.ofNullable(all.get(name)), all.keySet());
  }

  /** What a name stands for. */
  record Found<T>(String kind, String name, Optional<T> value, Set<String> known) {
    String unknown(String where) {
      return "%s names the %s '%s', which is not known; known are %s"
          .formatted(where, kind, name, known);
    }
  }
}
