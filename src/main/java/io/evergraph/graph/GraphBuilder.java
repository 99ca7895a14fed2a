package io.evergraph.graph;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.FailureRules.Siblings;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Collects the parts of a graph; {@link #build()} checks all of them at once.
 *
 * <p>The order of declaration does not matter, except among the alternatives of a first-match edge.
 * Not safe for use by several threads.
 */
public final class GraphBuilder {
  /** The supersteps that a run may take unless graph or run say otherwise. */
  public static final int DEFAULT_MAX_STEPS = 64;

  /** The version of a graph that is given none. */
  public static final String DEFAULT_VERSION = "1";

  private final String name;
  private String version = DEFAULT_VERSION;
  private final List<Channel<?>> channels = new ArrayList<>();
  private Openness openness = Openness.DECLARED_ONLY;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Map<String, String>> ends = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Graph.Bindings bindings = new Graph.Bindings();
  private Flow flow = Flow.DEFAULT;
  private int maxSteps = DEFAULT_MAX_STEPS;
  private int maxConcurrency;
  private FailureRules failure = FailureRules.NONE;
  private int retention = GraphSpec.DEFAULT_RETENTION;
  private NodeHook hook = NodeHook.NONE;
  private final Map<String, NodeHook> hooks = new HashMap<>();
  private UnaryOperator<StateUpdate> onInput = UnaryOperator.identity();
  private NodePolicy defaultPolicy = NodePolicy.DEFAULT;
  private final Map<String, UnaryOperator<NodePolicy.Builder>> differences = new HashMap<>();
  private Breakpoints breakpoints = Breakpoints.NONE;
  private final Set<Channel<?>> named = new LinkedHashSet<>();
  private final SortedSet<String> inputs = new TreeSet<>();
  private final SortedSet<String> outputs = new TreeSet<>();
  private final SortedSet<String> hidden = new TreeSet<>();
  private final SortedSet<String> readOnly = new TreeSet<>();
  private final Map<String, SortedSet<String>> reads = new TreeMap<>();

  GraphBuilder(String name) {
    this.name = name;
  }

  /** Sets the version, {@link #DEFAULT_VERSION} by default. */
  public GraphBuilder version(String number) {
    this.version = number;
    return this;
  }

  /** Declares channels. */
  public GraphBuilder channels(Channel<?>... more) {
    channels.addAll(Arrays.asList(more));
    return this;
  }

  /** Names what a caller, or the graph around, may give: anything else is refused. */
  public GraphBuilder inputs(Channel<?>... some) {
    inputs.addAll(names(some));
    return this;
  }

  /** Names what a caller, or the graph around, gets in the end. */
  public GraphBuilder outputs(Channel<?>... some) {
    outputs.addAll(names(some));
    return this;
  }

  /** Names what nobody outside gives, gets or sees. */
  public GraphBuilder hidden(Channel<?>... some) {
    hidden.addAll(names(some));
    return this;
  }

  /** Names what callers, or the graph around, see and do not give: nodes alone write it. */
  public GraphBuilder readOnly(Channel<?>... some) {
    readOnly.addAll(names(some));
    return this;
  }

  /** Names what a node reads, instead of all; its routers see beside what it writes, too. */
  public GraphBuilder reads(String node, Channel<?>... some) {
    reads.computeIfAbsent(node, any -> new TreeSet<>()).addAll(names(some));
    return this;
  }

  private List<String> names(Channel<?>... some) {
    named.addAll(Arrays.asList(some));
    return Arrays.stream(some).<String>map(Channel::name).toList();
  }

  /** Accepts writes to channels that are not declared: they replace. */
  public GraphBuilder openState() {
    this.openness = Openness.ANY;
    return this;
  }

  /** Lets routers and goto go anywhere, declared or not. */
  public GraphBuilder openRoutes() {
    this.flow = flow.withRoutes(RouteScope.OPEN);
    return this;
  }

  /** Sets how a goto stands to the edges of its node; in their place by default. */
  public GraphBuilder routing(GotoRule rule) {
    this.flow = flow.withGotos(rule);
    return this;
  }

  /** Sets when tasks start and results are committed; in supersteps by default. */
  public GraphBuilder execution(Execution execution) {
    this.flow = flow.withExecution(execution);
    return this;
  }

  /** Defers nodes: they run, together, only when nothing else of the graph is left to run. */
  public GraphBuilder defer(String... deferred) {
    this.flow = flow.deferring(Arrays.asList(deferred));
    return this;
  }

  /** Sets how many supersteps a run may take unless it says otherwise; 64 by default. */
  public GraphBuilder maxSteps(int limit) {
    this.maxSteps = limit;
    return this;
  }

  /** Limits the tasks at work at once: of a run that says nothing else, of a call; 0: no limit. */
  public GraphBuilder maxConcurrency(int limit) {
    this.maxConcurrency = limit;
    return this;
  }

  /**
   * Sets how many checkpoints a thread keeps, those of subgraphs included; what tasks in progress
   * read always stays. {@value GraphSpec#DEFAULT_RETENTION} unless set.
   */
  public GraphBuilder retention(int checkpoints) {
    this.retention = checkpoints;
    return this;
  }

  /** Sets what becomes of a run with a failed task, instead of the default of the kind of run. */
  public GraphBuilder onFailure(OnFailure reaction) {
    this.failure = failure.with(reaction);
    return this;
  }

  /** Cancels the tasks beside a failed one at once, here and inside, and lets none finish. */
  public GraphBuilder failFast() {
    this.failure = failure.with(Siblings.CANCEL);
    return this;
  }

  /** Runs code around all nodes; a hook declared earlier is around those declared later. */
  public GraphBuilder hook(NodeHook ofAll) {
    this.hook = hook.around(ofAll);
    return this;
  }

  /**
   * Runs code around a node, which is no subgraph; parts that its hook has go before those of the
   * hook of all nodes.
   */
  public GraphBuilder hook(String node, NodeHook own) {
    hooks.merge(node, own, NodeHook::around);
    return this;
  }

  /**
   * Changes new inputs, and what is written with answers, where they are submitted, by Java or
   * REST, before they are recorded anywhere; several run in their order. One that throws refuses
   * the input. An input may pass more than once, such as into a record and from there: what is
   * changed stays as it is. What is written to the server by other means does not pass here.
   */
  public GraphBuilder onInput(UnaryOperator<StateUpdate> change) {
    UnaryOperator<StateUpdate> earlier = onInput;
    this.onInput = input -> change.apply(earlier.apply(input));
    return this;
  }

  /**
   * Lets a node take care of another's failures, once its attempts are used up: the handler runs as
   * a task of its own in the same superstep, and its result takes the place of the failed node's.
   * The failed node's edges follow, unless the handler gives a goto.
   *
   * @param node the node that may fail; a subgraph stands for all that runs in it
   * @param handler the node that takes care; it has no edges of its own
   */
  public GraphBuilder onError(String node, String handler) {
    this.failure = failure.with(node, handler);
    return this;
  }

  /**
   * Lets a node take care of the failures of all nodes that have no handler of their own; not of
   * those of handlers.
   */
  public GraphBuilder onError(String handler) {
    this.failure = failure.with(handler);
    return this;
  }

  /** Sets the policy of all nodes without one; {@link NodePolicy#DEFAULT} unless set. */
  public GraphBuilder defaultPolicy(NodePolicy policy) {
    this.defaultPolicy = policy;
    return this;
  }

  /** Adds breakpoints: runs pause there unless they say otherwise, in subgraphs, too. */
  public GraphBuilder breakpoints(Breakpoints more) {
    this.breakpoints = breakpoints.and(more);
    return this;
  }

  /** Adds a node with the default policy of the graph. */
  public GraphBuilder node(String node, NodeAction action) {
    return node(node, action, options -> options);
  }

  /** Adds a node with a policy of its own. */
  public GraphBuilder node(String node, NodeAction action, NodePolicy policy) {
    nodes.add(new ActionNode(node, policy, Map.of()));
    bindings.actions().put(node, Given.required(action, "node '" + node + "'", "an action"));
    return this;
  }

  /** Adds a node whose policy differs from the default of the graph in some options. */
  public GraphBuilder node(
      String node, NodeAction action, UnaryOperator<NodePolicy.Builder> difference) {
    differences.put(node, difference);
    return node(node, action, NodePolicy.DEFAULT);
  }

  /**
   * Adds a graph as a node: it runs inline on the channels that both graphs declare, and starts
   * anew with each call.
   */
  public GraphBuilder subgraph(String node, Graph graph) {
    return subgraph(node, graph, Embedding.DEFAULT);
  }

  /** Adds a graph as a node: it runs inline. */
  public GraphBuilder subgraph(String node, Graph graph, Embedding embedding) {
    nodes.add(new SubgraphNode(node, graph.spec(), embedding));
    bindings.subgraphs().put(node, graph);
    return this;
  }

  /**
   * Declares where a goto of a node may go; for a subgraph, one that a node of it aims at this
   * graph.
   */
  public GraphBuilder ends(String node, String... targets) {
    return ends(node, labels(targets));
  }

  /** Declares where a goto of a node may go, by label. */
  public GraphBuilder ends(String node, Map<String, String> targets) {
    ends.computeIfAbsent(node, any -> new LinkedHashMap<>()).putAll(targets);
    return this;
  }

  /** Adds an edge that is always taken. */
  public GraphBuilder edge(String from, String to) {
    edges.add(new StaticEdge(from, to));
    return this;
  }

  /** Adds an edge that waits for all its sources. */
  public GraphBuilder join(List<String> sources, String to) {
    return join(sources, to, JoinRule.all());
  }

  /** Adds an edge that waits until enough of its sources have arrived. */
  public GraphBuilder join(List<String> sources, String to, JoinRule rule) {
    edges.add(new JoinEdge(sources, to, rule));
    return this;
  }

  /** Adds an edge to the one target that a function of the state names. */
  public GraphBuilder route(String from, Function<State, String> choice, String... targets) {
    return routes(from, Router.of(choice), targets);
  }

  /** Adds an edge to the one target whose label a function of the state gives. */
  public GraphBuilder route(
      String from, Function<State, String> choice, Map<String, String> paths) {
    return routes(from, Router.of(choice), paths);
  }

  /** Adds an edge to whatever a router chooses among the targets. */
  public GraphBuilder routes(String from, Router router, String... targets) {
    return routes(from, router, labels(targets));
  }

  /** Adds an edge to whatever a router chooses, by label. */
  public GraphBuilder routes(String from, Router router, Map<String, String> paths) {
    String routerName = from + ".router" + routersOf(from);
    edges.add(new ConditionalEdge(from, routerName, paths));
    bindings.routers().put(routerName, router);
    return this;
  }

  /** Counted per node, so that the order in which nodes get their routes does not matter. */
  private long routersOf(String from) {
    return edges.stream()
        .filter(edge -> edge instanceof ConditionalEdge && edge.sources().contains(from))
        .count();
  }

  /** Adds an edge that takes the first match; the order counts. */
  public GraphBuilder firstMatch(String from, Match... matches) {
    edges.add(new FirstMatchEdge(from, Arrays.asList(matches)));
    return this;
  }

  /**
   * Checks everything and returns the graph.
   *
   * @throws InvalidGraphException with all the mistakes found
   */
  public Graph build() {
    GraphSpec spec = spec();
    List<String> problems = new ArrayList<>(GraphValidation.misplacedHooks(spec, hooks.keySet()));
    problems.addAll(StateValidation.misnamed(named, channels));
    problems.addAll(new GraphValidation(spec, channels, ends.keySet(), bindings).problems());
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(name, problems);
    }
    return new Graph(
        spec, StateSchema.of(channels, openness), bindings, new Graph.Hooks(hook, hooks, onInput));
  }

  private GraphSpec spec() {
    return new GraphSpec(
        name,
        version,
        channels.stream().map(ChannelSpec::of).toList(),
        openness,
        nodes.stream()
            .map(this::withPolicy)
            .map(node -> node.withEnds(ends.getOrDefault(node.name(), Map.of())))
            .toList(),
        edges,
        flow,
        maxSteps,
        maxConcurrency,
        failure,
        breakpoints,
        retention,
        new StateShape(inputs, outputs, hidden, readOnly, reads));
  }

  private Node withPolicy(Node node) {
    UnaryOperator<NodePolicy.Builder> difference = differences.get(node.name());
    return difference == null
        ? node
        : node.match(
            action ->
                new ActionNode(
                    action.name(),
                    action.action(),
                    difference.apply(defaultPolicy.toBuilder()).build(),
                    action.ends()),
            subgraph -> subgraph);
  }

  private static Map<String, String> labels(String... targets) {
    Map<String, String> labels = new LinkedHashMap<>();
    Arrays.stream(targets).forEach(target -> labels.put(target, target));
    return labels;
  }
}
