package io.evergraph.graph;

import io.evergraph.error.UnknownChannelException;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The topology of a graph as data; what it refers to by name is bound by {@link Graph}.
 *
 * @param version its version, chosen by its author
 * @param openness whether undeclared channels may be written
 * @param nodes the nodes in the order of declaration
 * @param edges the edges in the order of declaration
 * @param maxSteps the supersteps that a run may take unless it says otherwise
 * @param maxConcurrency the tasks of a run at once unless it says otherwise; 0 for no limit
 * @param breakpoints where runs pause unless they say otherwise
 * @param retention how many checkpoints a thread keeps, over all subgraphs; older ones are
 *     forgotten
 * @param shape who sees which channels
 */
public record GraphSpec(
    String name,
    String version,
    List<ChannelSpec> channels,
    Openness openness,
    List<Node> nodes,
    List<Edge> edges,
    Flow flow,
    int maxSteps,
    int maxConcurrency,
    FailureRules failure,
    Breakpoints breakpoints,
    int retention,
    StateShape shape) {
  /** How many checkpoints a thread keeps unless its graph says otherwise. */
  public static final int DEFAULT_RETENTION = 1_000;

  public GraphSpec {
    channels = List.copyOf(channels);
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** Returns the names of the nodes, in the order of declaration. */
  public List<String> nodeNames() {
    return nodes.stream().map(Node::name).toList();
  }

  /** Returns the node of a name, or empty. */
  public Optional<Node> node(String nodeName) {
    for (Node node : nodes) {
      if (node.name().equals(nodeName)) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the graph that subgraph nodes lead to, each inside the one before; empty when one of
   * them is not there.
   */
  public Optional<GraphSpec> inside(List<String> subgraphs) {
    Optional<GraphSpec> at = Optional.of(this);
    for (String name : subgraphs) {
      at =
          at.flatMap(spec -> spec.node(name))
              .flatMap(node -> node.match(any -> Optional.empty(), it -> Optional.of(it.graph())));
    }
    return at;
  }

  /**
   * Lets an input pass that writes only to what the graph takes from outside.
   *
   * @throws UnknownChannelException when it writes to anything else
   */
  public void requireInputs(StateUpdate input) {
    for (Write write : input.writes()) {
      if (!shape.accepts(write.channel())) {
        List<String> accepted =
            channels.stream().map(ChannelSpec::name).filter(shape::accepts).toList();
        throw new UnknownChannelException(write.channel(), "the input", accepted);
      }
    }
  }

  Stream<ConditionalEdge> conditionalEdges() {
    return edges.stream()
        .filter(ConditionalEdge.class::isInstance)
        .map(ConditionalEdge.class::cast);
  }

  /**
   * Returns a name for exactly this topology: 32 hex digits that change with any channel, reducer
   * version, node, policy or edge, but not with the order in which they were declared.
   */
  public String fingerprint() {
    Stream<String> parts =
        Stream.of(
                channels.stream().map(ChannelSpec::canonical),
                nodes.stream().map(GraphSpec::canonical),
                edges.stream().map(Object::toString),
                Stream.of(openness, flow, maxSteps, failure).map(Object::toString),
                Stream.of(maxConcurrency).filter(it -> it != 0).map(it -> it + " at once"),
                Stream.of(retention).filter(it -> it != DEFAULT_RETENTION).map(it -> "keeps " + it),
                Stream.of(breakpoints).filter(some -> !some.isEmpty()).map(Object::toString),
                Stream.of(shape).filter(it -> !it.equals(StateShape.OPEN)).map(Object::toString))
            .flatMap(Stream::sorted);
    return ContentHash.hex(Stream.concat(Stream.of(name, version), parts).toArray());
  }

  private static String canonical(Node node) {
    return node.match(
        Object::toString,
        child ->
            child.name()
                + "="
                + child.graph().fingerprint()
                + child.embedding()
                + (child.ends().isEmpty() ? "" : child.ends()));
  }
}
