package io.evergraph.pregel;

import io.evergraph.graph.Route;
import io.evergraph.state.Write;
import java.util.List;

/**
 * What a node of a subgraph commands the graph around.
 *
 * @param writes what it writes to the channels of that graph, in order
 * @param routing where it leads from the subgraph's node
 */
public record Upward(List<Write> writes, Routing routing) {
  /** Copies the writes. */
  public Upward {
    writes = List.copyOf(writes);
  }

  /** Returns where several commands lead together. */
  static Routing routing(List<Upward> commands) {
    List<Route> routes =
        commands.stream().flatMap(command -> command.routing().routes().stream()).toList();
    return commands.stream()
            .anyMatch(command -> command.routing().rule() == Routing.Rule.INSTEAD_OF_EDGES)
        ? Routing.instead(routes)
        : Routing.beside(routes);
  }
}
