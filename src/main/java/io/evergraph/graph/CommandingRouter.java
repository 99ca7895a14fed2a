package io.evergraph.graph;

import java.util.List;

/** A router that writes besides choosing. */
record CommandingRouter(NodeAction choice) implements Router {

  @Override
  public List<Route> route(NodeContext context) throws Exception {
    return command(context).routes().orElse(List.of());
  }

  @Override
  public Command command(NodeContext context) throws Exception {
    return choice.run(context);
  }
}
