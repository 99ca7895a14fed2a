package io.evergraph.pregel;

import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import io.evergraph.graph.StaticEdge;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.state.Channel;
import io.evergraph.state.ReducerCall;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A graph with its edges by source, and the indexes of its subgraphs. */
final class GraphIndex {
  private final GraphSpec spec;
  private final StateSchema schema;
  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<String, List<StaticEdge>> staticEdges = new HashMap<>();
  private final Map<String, List<ConditionalEdge>> conditionalEdges = new HashMap<>();
  private final Map<String, List<JoinEdge>> joins = new HashMap<>();
  private final Set<JoinEdge> allJoins = new LinkedHashSet<>();
  private final List<RaceResolver.Race> races = new ArrayList<>();
  private final Map<String, List<FirstMatchEdge>> firstMatches = new HashMap<>();
  private final Map<String, GraphIndex> children = new LinkedHashMap<>();
  private final Set<GraphTrait> traits;

  GraphIndex(GraphSpec spec, Graph bound, ReducerCall calls) {
    this.spec = spec;
    this.schema = StateSchema.of(channelsOf(spec, bound), spec.openness()).calling(calls);
    spec.edges().stream().distinct().forEach(this::index);
    Reachability reachability = new Reachability(spec);
    allJoins.stream()
        .filter(join -> join.rule().isRace())
        .forEach(
            join ->
                races.add(
                    new RaceResolver.Race(join, reachability.branchesOf(join), reachability)));
    for (Node node : spec.nodes()) {
      nodes.put(node.name(), node);
      if (node instanceof SubgraphNode child) {
        children.put(
            child.name(), new GraphIndex(child.graph(), bound.subgraph(child.name()), calls));
      }
    }
    this.traits =
        Arrays.stream(GraphTrait.values())
            .filter(trait -> trait.isOwn(this) || anyChildHas(trait))
            .collect(Collectors.toUnmodifiableSet());
  }

  private boolean anyChildHas(GraphTrait trait) {
    return children.values().stream().anyMatch(child -> child.traits.contains(trait));
  }

  private static List<Channel<?>> channelsOf(GraphSpec spec, Graph bound) {
    Map<String, Channel<?>> known = bound.schema().channels();
    return spec.channels().stream()
        .<Channel<?>>map(channel -> channelOf(channel.name(), known))
        .toList();
  }

  private static Channel<?> channelOf(String name, Map<String, Channel<?>> known) {
    return Optional.<Channel<?>>ofNullable(known.get(name))
        .orElseThrow(
            () ->
                new UnknownChannelException(
                    name, "the recorded topology", List.copyOf(known.keySet())));
  }

  private void index(Edge edge) {
    for (String source : edge.sources()) {
      edge.match(
          it -> at(staticEdges, source).add(it),
          it -> at(conditionalEdges, source).add(it),
          it -> index(source, it),
          it -> at(firstMatches, source).add(it));
    }
  }

  private boolean index(String source, JoinEdge join) {
    allJoins.add(join);
    return at(joins, source).add(join);
  }

  private static <E> List<E> at(Map<String, List<E>> index, String source) {
    return index.computeIfAbsent(source, any -> new ArrayList<>());
  }

  GraphSpec spec() {
    return spec;
  }

  StateSchema schema() {
    return schema;
  }

  GraphIndex of(Frame frame) {
    return at(frame.graphPath());
  }

  GraphIndex at(List<String> graphPath) {
    GraphIndex graph = this;
    for (String node : graphPath) {
      graph =
          graph
              .child(node)
              .orElseThrow(() -> new IllegalStateException("No subgraph at " + graphPath));
    }
    return graph;
  }

  /** Returns whether results of a node are kept for later tasks. */
  boolean keepsResults(String node) {
    return spec.node(node)
        .map(any -> any.match(it -> it.policy().cache().isPresent(), subgraph -> false))
        .orElse(false);
  }

  /** Returns where a frame pauses: as the graphs that it runs in say, and as the run does. */
  Breakpoints breakpoints(Frame frame, Breakpoints ofRun) {
    Breakpoints all = ofRun.and(spec.breakpoints());
    GraphIndex graph = this;
    for (String node : frame.graphPath()) {
      graph = graph.child(node).orElseThrow();
      all = all.inside(node).and(graph.spec.breakpoints());
    }
    return all;
  }

  Frames forgetting(Frames frames) {
    Frames kept = frames;
    for (Frame frame : frames.values()) {
      StateSchema own = of(frame).schema;
      if (!own.tracksAll()) {
        kept = kept.with(frame.forgetting(own));
      }
    }
    return kept;
  }

  /** Refuses what nobody may write from outside: channels that are unknown, hidden or read-only. */
  void requireKnownChannels(StateUpdate update, String writer) {
    for (Write write : update.writes()) {
      schema.channel(write.channel(), writer);
      if (!spec.shape().isWritable(write.channel())) {
        throw new UnknownChannelException(write.channel(), writer, writableChannels());
      }
    }
  }

  private List<String> writableChannels() {
    return spec.channels().stream()
        .map(ChannelSpec::name)
        .filter(spec.shape()::isWritable)
        .toList();
  }

  /** Returns whether routes can leave from there. */
  boolean hasSource(String name) {
    return name.equals(Graph.START) || hasNode(name);
  }

  boolean hasNode(String name) {
    return nodes.containsKey(name);
  }

  Embedding embedding(String node) {
    return nodes.get(node) instanceof SubgraphNode child ? child.embedding() : Embedding.DEFAULT;
  }

  Optional<GraphIndex> child(String node) {
    return Optional.ofNullable(children.get(node));
  }

  /** Returns the traits that the graph, or a subgraph at any depth, has. */
  Set<GraphTrait> traits() {
    return traits;
  }

  boolean hasChildren() {
    return !children.isEmpty();
  }

  List<StaticEdge> staticEdges(String source) {
    return staticEdges.getOrDefault(source, List.of());
  }

  /** Returns whether the state can change where some node leads, without a goto. */
  boolean hasChoices() {
    return !conditionalEdges.isEmpty() || !firstMatches.isEmpty();
  }

  boolean hasChoices(String source) {
    return hasRouters(source) || firstMatches.containsKey(source);
  }

  boolean hasRouters(String source) {
    return conditionalEdges.containsKey(source);
  }

  List<JoinEdge> joins(String source) {
    return joins.getOrDefault(source, List.of());
  }

  Set<JoinEdge> allJoins() {
    return allJoins;
  }

  boolean isEager() {
    return spec.flow().execution() == Execution.EAGER;
  }

  /** Returns whether what follows a superstep depends on that superstep alone. */
  boolean isPlain() {
    return allJoins.isEmpty() && deferred().isEmpty();
  }

  List<RaceResolver.Race> races() {
    return races;
  }

  Set<String> deferred() {
    return spec.flow().deferred();
  }

  List<FirstMatchEdge> firstMatches(String source) {
    return firstMatches.getOrDefault(source, List.of());
  }
}
