package io.evergraph.runtime.codec;

import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.Steering;
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

  public StateUpdate update(StateUpdate update) {
    return new StateUpdate(writes(update));
  }

  /** Lets a new input in, which writes only to what the graph takes from outside. */
  public StateUpdate input(StateUpdate input) {
    graph.spec().requireInputs(input);
    return update(graph.taken(update(input)));
  }

  /** Lets in what comes with an answer: what users say in it is looked at as in an input. */
  public Steering steering(Steering steering) {
    return steering
        .with(update(graph.taken(update(steering.update()))))
        .to(routes(steering.routes()).toArray(Route[]::new));
  }

  /** What is sent to a node is its state, so that it must fit the channels of that. */
  public List<Route> routes(List<Route> routes) {
    return routes.isEmpty()
        ? routes
        : routes.stream().map(route -> route.<Route>match(to -> to, this::send)).toList();
  }

  private Send send(Send send) {
    return send.withInput(
        new StateUpdate(send.input().writes().stream().map(write -> sent(write, send)).toList()));
  }

  private Write sent(Write write, Send send) {
    return codec.checked(
        write, graph.inputOf(send.target()), node + ", in a send to " + send.target());
  }
}
