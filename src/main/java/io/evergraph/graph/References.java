package io.evergraph.graph;

import io.evergraph.state.Reducer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The code that a topology names and that not every process knows, subgraphs included.
 *
 * @param actions the names of the code of its nodes
 * @param routers the names of the code of its conditional edges
 * @param reducers the reducers that are not Evergraph's own: version by name
 * @param types the types that are not of the JDK
 */
public record References(
    Set<String> actions, Set<String> routers, Map<String, String> reducers, Set<String> types) {
  private static final String BETWEEN_NAMES = "[<>,\\s]+";
  private static final List<String> COLLECTIONS = List.of("list", "set", "map", TypeText.JSON);

  public References {
    actions = Collections.unmodifiableSet(new TreeSet<>(actions));
    routers = Collections.unmodifiableSet(new TreeSet<>(routers));
    reducers = Collections.unmodifiableMap(new TreeMap<>(reducers));
    types = Collections.unmodifiableSet(new TreeSet<>(types));
  }

  /** Returns what a topology names. */
  public static References of(GraphSpec spec) {
    Collector found = new Collector(new BindingRegistry());
    found.graph(spec);
    return new References(found.actions, found.routers, found.reducers, found.types);
  }

  /**
   * Returns a registry with something under every name, for those who want to check a topology
   * without its code: it cannot be run.
   */
  public BindingRegistry standIns() {
    BindingRegistry registry = new BindingRegistry();
    actions.forEach(name -> registry.action(name, context -> Command.none()));
    routers.forEach(name -> registry.router(name, context -> List.of()));
    reducers.forEach((name, version) -> registry.reducer(new StandIn(name, version)));
    types.forEach(name -> registry.type(name, Object.class));
    return registry;
  }

  private static final class Collector {
    private final BindingRegistry everywhere;
    private final Set<String> actions = new TreeSet<>();
    private final Set<String> routers = new TreeSet<>();
    private final Map<String, String> reducers = new TreeMap<>();
    private final Set<String> types = new TreeSet<>();

    Collector(BindingRegistry everywhere) {
      this.everywhere = everywhere;
    }

    boolean graph(GraphSpec spec) {
      spec.channels().forEach(this::channel);
      spec.nodes()
          .forEach(
              node -> node.match(it -> actions.add(it.action()), child -> graph(child.graph())));
      spec.conditionalEdges().forEach(edge -> routers.add(edge.router()));
      return true;
    }

    private void channel(ChannelSpec channel) {
      if (everywhere.reducer(channel.reducer()).value().isEmpty()) {
        reducers.put(channel.reducer(), channel.reducerVersion());
      }
      Arrays.stream(channel.type().strip().split(BETWEEN_NAMES))
          .filter(name -> !COLLECTIONS.contains(name))
          .filter(name -> everywhere.type(name).value().isEmpty())
          .forEach(types::add);
    }
  }

  /** Stands for a reducer that is not there. */
  private record StandIn(String name, String version) implements Reducer {
    @Override
    public @Nullable Object reduce(@Nullable Object current, @Nullable Object write) {
      return write;
    }
  }
}
