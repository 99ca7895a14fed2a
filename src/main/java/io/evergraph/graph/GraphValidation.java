package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.state.Channel;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds every mistake of a graph definition at once. */
final class GraphValidation {
  private static final Pattern RESERVED = Pattern.compile("__.*__");
  private static final Pattern NODE_NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_. -]*");

  private final GraphSpec spec;
  private final List<Channel<?>> channels;
  private final Set<String> nodesWithEnds;
  private final Graph.Bindings code;
  private final Set<String> names;
  private final List<String> problems = new ArrayList<>();

  /** Whether every way through the graph is known, so that what no way leads to is a mistake. */
  private boolean waysAreKnown = true;

  GraphValidation(
      GraphSpec spec, List<Channel<?>> channels, Set<String> nodesWithEnds, Graph.Bindings code) {
    this.spec = spec;
    this.channels = channels;
    this.nodesWithEnds = nodesWithEnds;
    this.code = code;
    this.names = new LinkedHashSet<>(spec.nodeNames());
  }

  List<String> problems() {
    checkGraph();
    checkChannels();
    checkNodes();
    spec.edges().forEach(this::checkEdge);
    checkBreakpoints();
    checkDeferred();
    checkFailure(spec.failure());
    checkPlacements();
    checkReachability();
    return List.copyOf(problems);
  }

  private void report(String problem) {
    problems.add(problem);
  }

  /** Reports what leaves a way open; what cannot be reached would follow from it only. */
  private void reportWay(String problem) {
    waysAreKnown = false;
    report(problem);
  }

  private void checkGraph() {
    if (spec.name().isBlank() || spec.version().isBlank()) {
      report(
          "the graph needs a name and a version; found '%s' and '%s'"
              .formatted(spec.name(), spec.version()));
    }
    if (spec.maxSteps() < 1) {
      report("maxSteps must be at least 1; found " + spec.maxSteps());
    }
    if (spec.maxConcurrency() < 0) {
      report("maxConcurrency must be at least 0; found " + spec.maxConcurrency());
    }
    if (spec.retention() < 1) {
      report("retention must be at least 1; found " + spec.retention());
    }
    if (spec.edges().stream().noneMatch(edge -> edge.sources().contains(START))) {
      report("no edge leaves START; add edge(START, <first node>)");
    }
  }

  private void checkChannels() {
    channels.stream()
        .map(Channel::name)
        .filter(name -> RESERVED.matcher(name).matches())
        .map("channel '%s' has a reserved name; drop the underscores around it"::formatted)
        .forEach(this::report);
    duplicates(channels.stream().map(Channel::name).toList())
        .forEach(name -> report("channel '" + name + "' is declared twice; keep one declaration"));
    StateSchema schema = StateSchema.of(channels, spec.openness());
    problems.addAll(new StateValidation(spec, schema).problems(code.subgraphs()));
  }

  private void checkNodes() {
    duplicates(spec.nodeNames())
        .forEach(name -> report("node '" + name + "' is declared twice; rename one"));
    for (String name : names) {
      if (RESERVED.matcher(name).matches() || !NODE_NAME.matcher(name).matches()) {
        report(
            ("'%s' cannot be a node's name; use letters, digits, '_', '-', '.' and blanks, and not"
                    + " '__' at both ends")
                .formatted(name));
      }
    }
    nodesWithEnds.stream()
        .filter(node -> !names.contains(node))
        .forEach(node -> reportWay("ends(...) are declared for '" + node + "', which is no node"));
    for (Node node : spec.nodes()) {
      checkTargets("ends of '" + node.name() + "'", node.ends().values());
    }
  }

  private void checkEdge(Edge edge) {
    for (String source : edge.sources()) {
      if (source.equals(END)) {
        reportWay(
            "an edge leaves '__end__', which only ends branches; leave it from a node or START");
      } else if (!source.equals(START) && !names.contains(source)) {
        reportWay("an edge leaves '" + source + "', which is no node; nodes are " + names);
      }
    }
    checkTargets("an edge from " + edge.sources(), edge.targets());
    edge.match(any -> true, this::checkConditional, this::checkJoin, this::checkFirstMatch);
  }

  private void checkTargets(String where, Collection<String> targets) {
    for (String target : targets) {
      if (target.equals(START)) {
        reportWay(
            where
                + " leads to '__start__', which is the entry only; lead to the first node instead");
      } else if (!target.equals(END) && !names.contains(target)) {
        reportWay(where + " leads to '" + target + "', which is no node; nodes are " + names);
      }
    }
  }

  private boolean checkConditional(ConditionalEdge edge) {
    boolean hasEnds = spec.node(edge.from()).filter(node -> !node.ends().isEmpty()).isPresent();
    if (edge.paths().isEmpty() && !hasEnds && spec.flow().routes() == RouteScope.DECLARED) {
      reportWay(
          "the route from '%s' declares no target; list them, or allow all with openRoutes()"
              .formatted(edge.from()));
    }
    return true;
  }

  private boolean checkJoin(JoinEdge edge) {
    if (edge.sources().size() < 2 || edge.sources().contains(START)) {
      reportWay(
          "a join to '%s' needs two or more nodes to wait for; found %s"
              .formatted(edge.to(), edge.sources()));
    } else if (edge.needed() < 1 || edge.needed() > edge.sources().size()) {
      reportWay(
          "a join to '%s' can need 1 to %s of its sources; found %s"
              .formatted(edge.to(), edge.sources().size(), edge.needed()));
    }
    return true;
  }

  private boolean checkFirstMatch(FirstMatchEdge edge) {
    List<Match> matches = edge.matches();
    boolean hidden =
        matches.stream().limit(Math.max(0, matches.size() - 1)).anyMatch(Match::isAlways);
    if (matches.isEmpty() || hidden) {
      report(
          ("the first-match edge from '%s' needs at least one match, and the one for any state at"
                  + " its end")
              .formatted(edge.from()));
    }
    Set<String> declared = channels.stream().map(Channel::name).collect(Collectors.toSet());
    for (Match match : matches) {
      boolean unknown = match.channel() != null && !declared.contains(match.channel());
      if (unknown && spec.openness() == Openness.DECLARED_ONLY) {
        report(
            "the match from '%s' looks at channel '%s', which is not declared"
                .formatted(edge.from(), match.channel()));
      }
    }
    return true;
  }

  private void checkBreakpoints() {
    spec.breakpoints()
        .unknownTo(spec)
        .forEach(name -> report("a breakpoint names '" + name + "', which is no node"));
  }

  private void checkDeferred() {
    spec.flow().deferred().stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> report("'" + name + "' is deferred but is no node; nodes are " + names));
  }

  private void checkFailure(FailureRules rules) {
    rules.handlers().keySet().forEach(this::checkHandled);
    Set<String> handlers = new LinkedHashSet<>(rules.handlers().values());
    rules.handler().ifPresent(handlers::add);
    handlers.forEach(this::checkHandler);
  }

  private void checkHandled(String node) {
    if (!names.contains(node)) {
      reportWay("onError is declared for '" + node + "', which is no node");
    } else if (spec.failure().isHandler(node)) {
      report(
          "onError is declared for '%s', which is a handler itself; its failures end the run"
              .formatted(node));
    }
  }

  private void checkHandler(String name) {
    if (!names.contains(name)) {
      reportWay("onError leads to '" + name + "', which is no node; add it with node(...)");
      return;
    }
    if (spec.node(name).filter(SubgraphNode.class::isInstance).isPresent()) {
      report("onError leads to '" + name + "', which is a subgraph; use a plain node");
    }
    if (spec.edges().stream().anyMatch(edge -> touches(edge, name))) {
      report(
          ("an edge touches the error handler '%s'; a handler stands in for the node that failed,"
                  + " whose edges follow: drop the edge, or let the handler go elsewhere with a"
                  + " goto and ends(...)")
              .formatted(name));
    }
  }

  private static boolean touches(Edge edge, String name) {
    return edge.sources().contains(name) || edge.targets().contains(name);
  }

  private void checkPlacements() {
    spec.nodes().stream()
        .flatMap(node -> node.match(Stream::of, subgraph -> Stream.<ActionNode>empty()))
        .forEach(this::checkPlacement);
  }

  private void checkPlacement(ActionNode node) {
    Placement placement = node.policy().placement();
    if (placement == Placement.ADAPTIVE && node.policy().maxAttempts() < 2) {
      report(
          ("node '%s' is adaptive, so that a task that is too slow in one place runs"
                  + " again in another, but may run only once; give it more attempts or"
                  + " another placement")
              .formatted(node.name()));
    }
    NodeAction action = code.actions().get(node.name());
    if (placement == Placement.LOCAL && action != null && action.waitsForService()) {
      report(
          ("node '%s' is local, but waits for a model or another service, which would hold up its"
                  + " thread; give it another placement")
              .formatted(node.name()));
    }
  }

  private boolean canFire(Edge edge, Set<String> reached) {
    long arrived = edge.sources().stream().filter(reached::contains).count();
    return arrived >= (edge instanceof JoinEdge join ? join.needed() : edge.sources().size());
  }

  /** Reports the first of the nodes that are out of reach, not those that only it leads to. */
  private void checkReachability() {
    Set<String> reached = reachable(Set.of(START));
    if (!waysAreKnown || reached.size() == 1 || spec.flow().routes() == RouteScope.OPEN) {
      return;
    }
    Set<String> ledTo =
        names.stream().flatMap(name -> targetsOf(name, names).stream()).collect(Collectors.toSet());
    List<String> firstComeFirst =
        Stream.concat(names.stream().filter(name -> !ledTo.contains(name)), names.stream())
            .toList();
    for (String name : firstComeFirst) {
      if (!reached.contains(name)) {
        report(
            "node '%s' can never be reached from START; add an edge, route or end to it"
                .formatted(name));
        reached.add(name);
        reached = reachable(reached);
      }
    }
  }

  private Set<String> reachable(Set<String> from) {
    Set<String> reached = new HashSet<>(from);
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String target : targetsOf(open.remove(), reached)) {
        if (reached.add(target)) {
          open.add(target);
        }
      }
    }
    return reached;
  }

  private List<String> targetsOf(String source, Set<String> reached) {
    Stream<String> alongEdges =
        spec.edges().stream()
            .filter(edge -> edge.sources().contains(source) && canFire(edge, reached))
            .flatMap(edge -> edge.targets().stream());
    Stream<String> byGoto =
        spec.node(source).stream().flatMap(node -> node.ends().values().stream());
    Stream<String> byFailure =
        spec.node(source).flatMap(node -> spec.failure().handlerOf(node.name())).stream();
    return Stream.of(alongEdges, byGoto, byFailure).flatMap(all -> all).toList();
  }

  private static Set<String> duplicates(List<String> all) {
    Set<String> seen = new HashSet<>();
    return all.stream()
        .filter(name -> !seen.add(name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns why hooks are declared for what runs no code. */
  static List<String> misplacedHooks(GraphSpec spec, Collection<String> hooked) {
    return hooked.stream()
        .sorted()
        .flatMap(node -> misplacedHook(node, spec.node(node).orElse(null)).stream())
        .toList();
  }

  private static Optional<String> misplacedHook(String name, @Nullable Node node) {
    if (node == null) {
      return Optional.of("a hook is declared for '" + name + "', which is no node");
    }
    return node instanceof SubgraphNode
        ? Optional.of(
            "a hook is declared for '"
                + name
                + "', which is a subgraph and runs no code of its own: declare it for nodes of"
                + " that graph, or for a node before or after it")
        : Optional.empty();
  }
}
