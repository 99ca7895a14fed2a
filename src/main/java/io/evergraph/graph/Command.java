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
 * @param update the writes
 * @param routes where to go instead of along the edges; empty follows the edges, an empty list ends
 *     the branch
 */
public record Command(StateUpdate update, Optional<List<Route>> routes) {
  private static final Command NONE = new Command(StateUpdate.empty(), Optional.empty());

  /** Copies the routes. */
  public Command {
    routes = routes.map(List::copyOf);
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

  /** Returns a command that goes to nodes by name; {@link Graph#END} ends the branch. */
  public static Command goTo(String... targets) {
    return NONE.thenGoTo(targets);
  }

  /** Returns this command going to nodes by name instead of along the edges. */
  public Command thenGoTo(String... targets) {
    return then(Arrays.stream(targets).map(Route::to).toList());
  }

  /** Returns this command following routes instead of the edges. */
  public Command then(List<Route> instead) {
    return new Command(update, Optional.of(instead));
  }
}
