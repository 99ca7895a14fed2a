package io.evergraph.runtime.codec;

import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;

/** Checks that what a node gives fits a graph. */
public record ValueCheck(StateCodec codec, Graph graph, String node) {

  public List<Write> writes(StateUpdate update) {
    List<Write> checked = new ArrayList<>(update.writes().size());
    for (Write write : update.writes()) {
      checked.add(codec.checked(write, graph.schema(), node));
    }
    return checked;
  }

  /** What is sent to a subgraph is written to its channels, so that it must fit them. */
  public List<Route> routes(List<Route> routes) {
    return routes.isEmpty()
        ? routes
        : routes.stream().map(route -> route.<Route>match(to -> to, this::send)).toList();
  }

  private Send send(Send send) {
    return graph.spec().node(send.target()).filter(SubgraphNode.class::isInstance).isEmpty()
        ? send
        : send.withInput(
            new StateUpdate(
                send.input().writes().stream().map(write -> sent(write, send)).toList()));
  }

  private Write sent(Write write, Send send) {
    return codec.checked(
        write, graph.inputOf(send.target()), node + ", in a send to " + send.target());
  }
}
