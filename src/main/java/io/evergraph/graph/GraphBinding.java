package io.evergraph.graph;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateSchema;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Binds a topology to the code that it names, and collects what it names in vain. */
final class GraphBinding {
  private final BindingRegistry names;
  private final IdentityHashMap<GraphSpec, Graph> bound = new IdentityHashMap<>();
  private final Map<Parts, Graph> made = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** What stands in several places is one graph, as it was where it was written down. */
  private record Parts(GraphSpec spec, Map<String, Graph> subgraphs) {}

  /**
   * Begins to bind.
   *
   * @param inner graphs that are bound already: subgraphs with just their topologies
   */
  GraphBinding(BindingRegistry names, Collection<Graph> inner) {
    this.names = names;
    inner.forEach(it -> bound.put(it.spec(), it));
  }

  static List<Channel<?>> channels(
      BindingRegistry names, List<ChannelSpec> specs, Consumer<String> problems) {
    return new ChannelBinding(names, problems).channels(specs);
  }

  Graph bind(GraphSpec spec) {
    Graph graph = bind("", spec);
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(spec.name(), problems);
    }
    return graph;
  }

  private Graph bind(String path, GraphSpec spec) {
    Graph ready = bound.get(spec);
    if (ready != null) {
      return ready;
    }
    List<Channel<?>> channels = channels(names, spec.channels(), problem -> report(path, problem));
    Graph.Bindings code = new Graph.Bindings();
    spec.nodes().forEach(node -> bind(path, node, code));
    spec.conditionalEdges().forEach(edge -> bind(path, edge, code));
    new GraphValidation(spec, channels, Set.of(), code)
        .problems()
        .forEach(problem -> report(path, problem));
    return made.computeIfAbsent(
        new Parts(spec, code.subgraphs()),
        any -> new Graph(spec, StateSchema.of(channels, spec.openness()), code, Graph.Hooks.NONE));
  }

  private void report(String path, String problem) {
    problems.add(path.isEmpty() ? problem : "in subgraph '" + path + "', " + problem);
  }

  private Node bind(String path, Node node, Graph.Bindings code) {
    return node.match(
        action -> {
          keep(
              path,
              "node '" + node.name() + "'",
              node.name(),
              names.action(action.action()),
              code.actions());
          return node;
        },
        child -> {
          String inner = path.isEmpty() ? node.name() : path + "/" + node.name();
          code.subgraphs().put(node.name(), bind(inner, child.graph()));
          return node;
        });
  }

  private void bind(String path, ConditionalEdge edge, Graph.Bindings code) {
    keep(
        path,
        "the route from '" + edge.from() + "'",
        edge.router(),
        names.router(edge.router()),
        code.routers());
  }

  private <T> void keep(
      String path, String where, String key, BindingRegistry.Found<T> found, Map<String, T> bound) {
    found
        .value()
        .ifPresentOrElse(value -> bound.put(key, value), () -> report(path, found.unknown(where)));
  }

  /** Makes channels from their description: types and reducers are looked up by name. */
  private static final class ChannelBinding {
    /** The reducers that take a list as one value; all others take it element by element. */
    private static final Set<String> WHOLE =
        Set.of("replace", "lastWins", "merge", "sum", "min", "max");

    private final BindingRegistry names;
    private final Consumer<String> problems;

    ChannelBinding(BindingRegistry names, Consumer<String> problems) {
      this.names = names;
      this.problems = problems;
    }

    List<Channel<?>> channels(List<ChannelSpec> specs) {
      return specs.stream().<Channel<?>>map(this::channel).toList();
    }

    private Channel<?> channel(ChannelSpec spec) {
      String where = "channel '" + spec.name() + "'";
      Optional<Type> type = type(spec, where);
      Optional<Reducer> reducer = reducer(spec, where);
      return type.isPresent() && reducer.isPresent()
          ? starting(channel(spec, type.get(), reducer.get()), spec, where)
          : Channel.ofType(spec.name(), Object.class);
    }

    private static Channel<?> channel(ChannelSpec spec, Type type, Reducer reducer) {
      Optional<Type> element =
          WHOLE.contains(reducer.name()) ? Optional.empty() : TypeText.elementOf(type);
      Channel<?> channel =
          element
              .<Channel<?>>map(it -> ListChannel.ofType(spec.name(), it, reducer))
              .orElseGet(() -> Channel.ofType(spec.name(), type).reducedBy(reducer));
      return channel.living(spec.lifetime());
    }

    private <T> Channel<T> starting(Channel<T> channel, ChannelSpec spec, String where) {
      if (spec.initial().isEmpty()) {
        return channel;
      }
      Optional<Object> value = StartValues.typed(channel.type(), spec.initial().get());
      if (value.isEmpty()) {
        problems.accept(
            ("%s begins with %s, from which no %s can be made; write a value of that type, or let a"
                    + " node write it")
                .formatted(where, spec.initial().get(), spec.type()));
      }
      return value.map(it -> channel.initially(as(it))).orElse(channel);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // made for the channel's type
    private static <T> T as(Object value) {
      return (T) value;
    }

    private Optional<Reducer> reducer(ChannelSpec spec, String where) {
      BindingRegistry.Found<Reducer> found = names.reducer(spec.reducer());
      if (found.value().isEmpty()) {
        problems.accept(found.unknown(where));
        return Optional.empty();
      }
      String version = found.value().get().version();
      if (!version.equals(spec.reducerVersion())) {
        problems.accept(
            "%s names version %s of the reducer '%s', but the one known is version %s"
                .formatted(where, spec.reducerVersion(), spec.reducer(), version));
      }
      return found.value();
    }

    private Optional<Type> type(ChannelSpec spec, String where) {
      return spec.schema().isEmpty()
          ? new TypeText(names, problem -> problems.accept(where + problem)).type(spec.type())
          : Optional.of(new JsonType(spec.schema()));
    }
  }
}
