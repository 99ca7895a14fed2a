package io.evergraph.runtime.node;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.TaskResult.ParentCommand;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.thread.Identities;
import io.evergraph.state.Write;
import java.util.List;

/** Checks a command that a node of a subgraph aims at the graph around. */
final class ParentCommandCheck {
  private final Invocation invocation;
  private final StateCodec codec;

  ParentCommandCheck(Invocation invocation, StateCodec codec) {
    this.invocation = invocation;
    this.codec = codec;
  }

  /**
   * Returns what the graph around takes from a command.
   *
   * @throws InvalidInputException when there is none
   */
  ParentCommand checked(Command command) {
    String node = invocation.task().node();
    Graph around = invocation.around().orElseThrow(() -> nowhere(node));
    List<String> path = Namespaces.nodes(invocation.task().namespace());
    ValueCheck check = new ValueCheck(codec, around, node);
    List<Write> writes = Identities.given(check.writes(command.update()), invocation.task().id());
    List<Route> routes =
        new RouteResolution(around)
            .byGoto(path.get(path.size() - 1), command.routes().orElse(List.of()));
    boolean replaces =
        command.routes().isPresent() && around.spec().flow().gotos() == GotoRule.REPLACE;
    List<Route> checked = check.routes(routes);
    return new ParentCommand(writes, replaces ? Routing.instead(checked) : Routing.beside(checked));
  }

  private InvalidInputException nowhere(String node) {
    return new InvalidInputException(
        "a command of node '" + node + "' to the parent",
        "a graph that stands in another one as a node",
        "'" + invocation.root().name() + "', which runs by itself");
  }
}
