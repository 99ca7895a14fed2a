package io.evergraph.graph;

import io.evergraph.state.State;
import java.util.List;
import java.util.function.Function;

/**
 * Chooses where a conditional edge leads: names, sends, {@link Graph#END}, or nothing at all.
 *
 * <p>Runs inside the task of its node, on the state of the last barrier plus that node's own
 * writes; when it fails, its node has failed.
 */
@FunctionalInterface
public interface Router {
  /**
   * Chooses the routes.
   *
   * @param context the context of the node's task; its state includes the node's own writes
   * @return the routes in order; empty ends the branch
   * @throws Exception on failure
   */
  List<Route> route(NodeContext context) throws Exception;

  /**
   * Chooses the routes and what is written on the way: the writes follow those of the node and are
   * its own. The default writes nothing.
   *
   * @param context the context of the node's task; its state includes the node's own writes
   * @return the command; one without routes ends the branch
   * @throws Exception on failure
   */
  default Command command(NodeContext context) throws Exception {
    List<Route> routes = route(context);
    return Command.none()
        .then(
            Given.required(
                routes, "what a router returns", "a list of routes, which may be empty"));
  }

  /** Returns a router that writes, too: it gives commands, as a node does. */
  static Router commanding(NodeAction choice) {
    return new Router() {
      @Override
      public List<Route> route(NodeContext context) throws Exception {
        return command(context).routes().orElse(List.of());
      }

      @Override
      public Command command(NodeContext context) throws Exception {
        return Given.required(choice.run(context), "what a router returns", "a command");
      }
    };
  }

  /** Adapts a function that names one target. */
  static Router of(Function<State, String> function) {
    return context -> List.of(Route.to(function.apply(context.state())));
  }
}
