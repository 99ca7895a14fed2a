package io.evergraph.graph;

import io.evergraph.graph.Embedding.Memory;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.Lifetime;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.Sum;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the mistakes in what channels hold, and who sees which: callers, nodes, and subgraphs. */
final class StateValidation {
  private static final List<Class<?>> FROZEN =
      List.of(Map.class, Set.class, List.class, Collection.class);

  private final GraphSpec spec;
  private final StateSchema schema;
  private final List<String> problems = new ArrayList<>();

  StateValidation(GraphSpec spec, StateSchema schema) {
    this.spec = spec;
    this.schema = schema;
  }

  List<String> problems(Map<String, Graph> subgraphs) {
    schema.channels().values().forEach(this::checkType);
    schema.channels().values().forEach(this::checkReducer);
    checkLifetimes();
    checkShape(spec.shape());
    for (Node node : spec.nodes()) {
      checkCache(node);
      Graph inner = subgraphs.get(node.name());
      if (node instanceof SubgraphNode subgraph && inner != null) {
        checkEmbedding(subgraph, inner.schema());
      }
    }
    return problems;
  }

  /** A task of an eager graph reads an older checkpoint, and no checkpoint holds such a channel. */
  private void checkLifetimes() {
    if (spec.flow().execution() == Flow.Execution.EAGER) {
      spec.channels().stream()
          .filter(channel -> channel.lifetime() == Lifetime.RUN)
          .forEach(
              channel ->
                  problems.add(
                      "channel '%s' is untracked, and tasks of an eager graph read checkpoints; make it a usual channel, or run the graph in supersteps"
                          .formatted(channel.name())));
    }
  }

  private void checkType(Channel<?> channel) {
    madeAnew(channel.type())
        .ifPresent(
            type ->
                problems.add(
                    "channel '%s' holds %s, which the codec cannot keep; declare it as %s"
                        .formatted(channel.name(), type.getTypeName(), interfaceOf(type))));
  }

  /** Returns a collection in a type that is none of those by which values are frozen. */
  private static Optional<Class<?>> madeAnew(Type type) {
    if (type instanceof ParameterizedType generic) {
      return Stream.concat(
              Stream.of(generic.getRawType()), Stream.of(generic.getActualTypeArguments()))
          .flatMap(part -> madeAnew(part).stream())
          .findFirst();
    }
    return type instanceof Class<?> raw
            && !FROZEN.contains(raw)
            && (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw))
        ? Optional.of(raw)
        : Optional.empty();
  }

  private static String interfaceOf(Class<?> collection) {
    return FROZEN.stream()
        .filter(it -> it.isAssignableFrom(collection))
        .map(Class::getSimpleName)
        .findFirst()
        .orElse("List");
  }

  /** What a reducer makes cannot be read back as another type. */
  private void checkReducer(Channel<?> channel) {
    Optional<Object> beginning = channel.reducer().initial(channel.type());
    if (beginning.filter(value -> !fits(channel.type(), value)).isPresent()) {
      reportReducer(channel, "begins with " + beginning.get());
    } else if (channel.reducer() == Sum.INSTANCE && !Sum.adds(rawOf(channel.type()))) {
      reportReducer(channel, "adds integers, longs, doubles, big integers and decimals");
    }
  }

  private void reportReducer(Channel<?> channel, String fact) {
    problems.add(
        "channel '%s' holds %s, but its reducer '%s' %s; declare the type that the reducer makes, or take another reducer"
            .formatted(
                channel.name(), channel.type().getTypeName(), channel.reducer().name(), fact));
  }

  private static boolean fits(Type type, Object value) {
    if (type instanceof JsonType json && json.schema().get("type") instanceof String only) {
      return value instanceof List<?>
          ? only.equals("array")
          : !(value instanceof Map<?, ?>) || only.equals("object");
    }
    Class<?> raw = rawOf(type);
    return raw.isPrimitive() || raw.isInstance(value);
  }

  /** Returns the class of a type; any for types without one. */
  private static Class<?> rawOf(Type type) {
    Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
    return raw instanceof Class<?> known ? known : Object.class;
  }

  private void checkShape(StateShape shape) {
    checkDeclared("the inputs name", shape.inputs());
    checkDeclared("the outputs name", shape.outputs());
    checkDeclared("the hidden channels name", shape.hidden());
    checkDeclared("the read-only channels name", shape.readOnly());
    shape.reads().forEach(this::checkReads);
    for (String channel : shape.hidden()) {
      if (shape.inputs().contains(channel) || shape.outputs().contains(channel)) {
        problems.add(
            "channel '%s' is hidden and yet an input or output; it can be only one of these"
                .formatted(channel));
      }
    }
    for (String channel : shape.readOnly()) {
      if (shape.inputs().contains(channel) || shape.hidden().contains(channel)) {
        problems.add(
            "channel '%s' is read-only and yet an input or hidden; it can be only one of these"
                .formatted(channel));
      }
    }
  }

  private void checkReads(String node, Collection<String> channels) {
    if (spec.node(node).filter(ActionNode.class::isInstance).isEmpty()) {
      problems.add(
          "reads(...) are declared for '%s', which is no node with an action".formatted(node));
    }
    checkDeclared("node '" + node + "' reads", channels);
  }

  /** A channel that the node does not read would tell no case from another. */
  private void checkCache(Node node) {
    List<String> looked =
        node.match(
            action -> action.policy().cache().map(CachePolicy::channels).orElse(List.of()),
            subgraph -> List.of());
    checkDeclared("the cache of node '" + node.name() + "' looks at", looked);
    Collection<String> read = spec.shape().reads().getOrDefault(node.name(), new TreeSet<>(looked));
    looked.stream()
        .filter(channel -> isKnown(schema, channel) && !read.contains(channel))
        .map(
            channel ->
                "the cache of node '%s' looks at channel '%s', which the node does not read; add it to reads(...)"
                    .formatted(node.name(), channel))
        .forEach(problems::add);
  }

  private void checkDeclared(String where, Collection<String> channels) {
    channels.stream()
        .filter(channel -> !isKnown(schema, channel))
        .map(channel -> where + " channel '" + channel + "', which is not declared; declare it")
        .forEach(problems::add);
  }

  private static boolean isKnown(StateSchema schema, String channel) {
    return schema.openness() == Openness.ANY || schema.channels().containsKey(channel);
  }

  private void checkEmbedding(SubgraphNode node, StateSchema inner) {
    Embedding embedding = node.embedding();
    if (embedding.sharesByName()) {
      schema.channels().keySet().forEach(name -> checkTypes(node, name, inner, name));
    } else {
      embedding.inputs().forEach((to, from) -> checkPair(node, from, inner, to));
      embedding.outputs().forEach((to, from) -> checkPair(node, to, inner, from));
    }
    if (embedding.memory() == Memory.PER_CALL) {
      checkNothingKeptIn(node);
    }
    if (embedding.isOnOwnThread()) {
      checkOwnThread(node);
    }
  }

  private void checkPair(SubgraphNode node, String outerName, StateSchema inner, String innerName) {
    checkMapped(node, schema, outerName, "here");
    checkMapped(node, inner, innerName, "in the subgraph");
    checkTypes(node, outerName, inner, innerName);
  }

  private void checkMapped(SubgraphNode node, StateSchema known, String channel, String where) {
    if (!isKnown(known, channel)) {
      problems.add(
          "subgraph '%s' maps channel '%s', which is not declared %s; channels are %s"
              .formatted(node.name(), channel, where, known.channels().keySet()));
    }
  }

  private void checkTypes(
      SubgraphNode node, String outerName, StateSchema inner, String innerName) {
    Channel<?> here = schema.channels().get(outerName);
    Channel<?> there = inner.channels().get(innerName);
    if (here != null && there != null && !here.type().equals(there.type())) {
      problems.add(
          "channel '%s' is %s here but %s%s in subgraph '%s'; give both one type"
              .formatted(
                  outerName,
                  here.type().getTypeName(),
                  outerName.equals(innerName) ? "" : "'" + innerName + "' is ",
                  there.type().getTypeName(),
                  node.name()));
    }
  }

  private void checkOwnThread(SubgraphNode node) {
    if (node.embedding().memory() == Memory.PER_THREAD) {
      problems.add(
          ("subgraph '%s' has a thread of its own for each call, and cannot remember the last one;"
                  + " keep its state per call, or let it run inline")
              .formatted(node.name()));
    }
    if (!node.ends().isEmpty()) {
      problems.add(
          ("subgraph '%s' has a thread of its own, from which no goto leads to the graph around;"
                  + " leave out its ends %s, or let it run inline")
              .formatted(node.name(), node.ends().keySet()));
    }
  }

  /** What lives as long as the thread needs a place that does, too. */
  private void checkNothingKeptIn(SubgraphNode node) {
    for (Node below : node.graph().nodes()) {
      if (below instanceof SubgraphNode kept && kept.embedding().memory() == Memory.PER_THREAD) {
        problems.add(
            ("subgraph '%s' keeps its state per thread, but '%s', which it stands in, starts anew"
                    + " with each call; keep that per thread, too")
                .formatted(kept.name(), node.name()));
      }
    }
  }

  /** Returns which channels a graph names otherwise than it declares them. */
  static List<String> misnamed(Collection<Channel<?>> named, List<Channel<?>> channels) {
    List<String> problems = new ArrayList<>();
    for (Channel<?> use : named) {
      channels.stream()
          .filter(declared -> declared.name().equals(use.name()))
          .filter(declared -> !declared.type().equals(use.type()))
          .map(
              declared ->
                  "channel '%s' is declared as %s but named as %s; use one channel for both"
                      .formatted(
                          use.name(), declared.type().getTypeName(), use.type().getTypeName()))
          .forEach(problems::add);
    }
    return problems;
  }
}
