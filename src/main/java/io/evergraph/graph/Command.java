package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node returns: writes and, optionally, routes that take the place of its static and
 * conditional edges.
 *
 * @param routes where to go instead of along the edges; empty follows the edges, an empty list ends
 *     the branch
 * @param scope the graph whose channels are written and whose nodes are gone to
 */
public record Command(StateUpdate update, Optional<List<Route>> routes, Scope scope) {
  private static final Command NONE = new Command(StateUpdate.empty(), Optional.empty());

  public Command {
    routes = routes.isEmpty() ? routes : routes.map(List::copyOf);
  }

  /** Makes a command for the graph that the node stands in. */
  public Command(StateUpdate update, Optional<List<Route>> routes) {
    this(update, routes, Scope.GRAPH);
  }

  /** Returns the command that writes nothing and follows the edges. */
  public static Command none() {
    return NONE;
  }

  /** Returns a command that writes. */
  public static Command update(StateUpdate update) {
    return new Command(update, Optional.empty());
  }

  /** Returns a command that writes one channel. */
  public static <T> Command update(Channel<T> channel, @Nullable T value) {
    return update(StateUpdate.of(channel, value));
  }

  /** Returns a command that writes elements to a list channel. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> Command update(ListChannel<E> channel, E... elements) {
    return update(StateUpdate.of(channel, elements));
  }

  /** Returns this command with the writes of an update after its own. */
  public Command and(StateUpdate more) {
    return new Command(update.and(more), routes, scope);
  }

  /** Returns a command that goes to nodes by name; {@link Graph#END} ends the branch. */
  public static Command goTo(String... targets) {
    return NONE.thenGoTo(targets);
  }

  /** Returns this command going to nodes by name instead of along the edges. */
  public Command thenGoTo(String... targets) {
    Given.required(targets, "the targets of a goto", "names of nodes");
    return then(Arrays.stream(targets).map(Route::to).toList());
  }

  /** Returns this command following routes instead of the edges. */
  public Command then(List<Route> instead) {
    Given.required(instead, "the routes of a command", "a list");
    instead.forEach(route -> Given.required(route, "a route of a command", "a route"));
    return new Command(update, Optional.of(instead), scope);
  }

  /**
   * Returns this command aimed at the graph around the one that the node stands in: that one ends
   * with this superstep, what was written in it so far is kept, this update follows in the channels
   * of the graph around, and the routes take the place of the edges of the subgraph's node there,
   * as far as its ends declare them.
   */
  public Command toParent() {
    return new Command(update, routes, Scope.PARENT);
  }

  /** Which graph a command is for. */
  public enum Scope {
    /** The graph that the node stands in. */
    GRAPH,
    /** The graph around the one that the node stands in, which ends so. */
    PARENT
  }
}
