package io.evergraph.graph;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An immutable graph: its topology as data, and the code bound to it by name. Made by {@link
 * #builder}.
 */
public final class Graph {
  /** The name of the entry: edges from here lead to the first nodes. */
  public static final String START = "__start__";

  /** The name of the exit: a route to here ends its branch. */
  public static final String END = "__end__";

  private final GraphSpec spec;
  private final StateSchema schema;
  private final Map<String, NodeAction> actions;
  private final Map<String, Router> routers;
  private final Map<String, Graph> subgraphs;
  private final Hooks hooks;
  private @Nullable String fingerprint;
  private final Map<String, List<ConditionalEdge>> conditionalEdges;
  private final Map<String, NodePolicy> policies = new HashMap<>();

  /** The code of a graph by the names that its topology uses. */
  record Bindings(
      Map<String, NodeAction> actions, Map<String, Router> routers, Map<String, Graph> subgraphs) {
    Bindings() {
      this(new HashMap<>(), new HashMap<>(), new HashMap<>());
    }
  }

  /** The hooks of a graph: those of its nodes go before the one of all. */
  record Hooks(NodeHook ofAll, Map<String, NodeHook> ofNodes, UnaryOperator<StateUpdate> ofInput) {
    static final Hooks NONE = new Hooks(NodeHook.NONE, Map.of(), UnaryOperator.identity());

    Hooks {
      ofNodes = Map.copyOf(ofNodes);
    }

    NodeHook of(String node) {
      NodeHook own = ofNodes.get(node);
      return own == null ? ofAll : own.orElse(ofAll);
    }
  }

  Graph(GraphSpec spec, StateSchema schema, Bindings bindings, Hooks hooks) {
    this.spec = spec;
    this.schema = schema;
    this.actions = Map.copyOf(bindings.actions());
    this.routers = Map.copyOf(bindings.routers());
    this.subgraphs = Map.copyOf(bindings.subgraphs());
    this.hooks = hooks;
    this.conditionalEdges =
        spec.conditionalEdges()
            .collect(Collectors.groupingBy(ConditionalEdge::from, Collectors.toUnmodifiableList()));
    for (Node node : spec.nodes()) {
      policies.put(node.name(), node.match(ActionNode::policy, subgraph -> NodePolicy.DEFAULT));
    }
  }

  /** Returns a new input as this graph takes it in, see {@link GraphBuilder#onInput}. */
  public StateUpdate taken(StateUpdate input) {
    return hooks.ofInput().apply(input);
  }

  /** Returns the fingerprint of its topology. */
  public String fingerprint() {
    String known = fingerprint;
    if (known == null) {
      known = spec.fingerprint();
      fingerprint = known;
    }
    return known;
  }

  /** Returns a builder for a graph of the given name. */
  public static GraphBuilder builder(String name) {
    return new GraphBuilder(name);
  }

  /**
   * Returns the graph of a topology that was written as data.
   *
   * @param names the code that it names
   * @throws io.evergraph.error.InvalidGraphException with all its mistakes and all the names that
   *     are not known
   */
  public static Graph of(GraphSpec spec, BindingRegistry names) {
    return of(spec, names, List.of());
  }

  /**
   * Returns the graph of a topology that was written as data, with subgraphs that have code
   * already.
   *
   * @param inner the graphs whose topologies stand in it
   * @throws io.evergraph.error.InvalidGraphException with all its mistakes and all the names that
   *     are not known
   */
  public static Graph of(GraphSpec spec, BindingRegistry names, Collection<Graph> inner) {
    return new GraphBinding(names, inner).bind(spec);
  }

  /** Returns the topology. */
  public GraphSpec spec() {
    return spec;
  }

  /** Returns the name. */
  public String name() {
    return spec.name();
  }

  /** Returns the version. */
  public String version() {
    return spec.version();
  }

  /** Returns the channels with their reducers. */
  public StateSchema schema() {
    return schema;
  }

  /**
   * Returns the code of a node.
   *
   * @throws UnknownNodeException when the graph has no action node of this name
   */
  public NodeAction action(String node) {
    return found(node, actions.get(node));
  }

  /** Returns how a node is run; the default for a subgraph and for what is no node. */
  public NodePolicy policy(String node) {
    return policies.getOrDefault(node, NodePolicy.DEFAULT);
  }

  /** Returns what runs around a node: its own hook, with the rest taken from the graph's. */
  public NodeHook hook(String node) {
    return hooks.of(node);
  }

  /**
   * Returns the graph behind a subgraph node.
   *
   * @throws UnknownNodeException when the graph has no subgraph node of this name
   */
  public Graph subgraph(String node) {
    return found(node, subgraphs.get(node));
  }

  /** Returns the channels of what is sent to a node: its own where the node is a subgraph. */
  public StateSchema inputOf(String node) {
    Graph inner = subgraphs.get(node);
    return inner == null ? schema : inner.schema();
  }

  /** Returns the conditional edges that leave a node, in the order of declaration. */
  public List<ConditionalEdge> conditionalEdges(String node) {
    return conditionalEdges.getOrDefault(node, List.of());
  }

  /**
   * Returns the code that chooses the routes of a conditional edge.
   *
   * @throws UnknownNodeException when no router of that name is bound
   */
  public Router router(ConditionalEdge edge) {
    return found(edge.router(), routers.get(edge.router()));
  }

  private <T> T found(String node, @Nullable T bound) {
    if (bound == null) {
      throw new UnknownNodeException(name(), node, spec.nodeNames());
    }
    return bound;
  }

  @Override
  public String toString() {
    return "Graph " + name() + " " + version();
  }
}
