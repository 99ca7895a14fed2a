package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run that goes on, by an answer or a continue, does otherwise than the last one left it.
 *
 * @param update values for the state of the graph itself; they pass through the reducers before any
 *     task runs
 * @param routes what runs beside the tasks that were left, in the same superstep
 * @param changes how the run goes otherwise than the last one
 */
public record Steering(StateUpdate update, List<Route> routes, RunChanges changes) {
  /** Nothing is otherwise. */
  public static final Steering NONE = new Steering(StateUpdate.empty(), List.of(), RunChanges.NONE);

  public Steering {
    update = Objects.requireNonNullElse(update, StateUpdate.empty());
    routes = routes == null ? List.of() : List.copyOf(routes);
    changes = Objects.requireNonNullElse(changes, RunChanges.NONE);
  }

  /** Returns one that writes to the state. */
  public static Steering update(StateUpdate update) {
    return NONE.with(update);
  }

  /** Returns one that goes to nodes. */
  public static Steering goTo(String... nodes) {
    return NONE.to(Arrays.stream(nodes).map(Route::to).toArray(Route[]::new));
  }

  /** Returns one that changes how the run goes. */
  public static Steering changing(RunChanges changes) {
    return NONE.with(changes);
  }

  /** Returns this with another update. */
  public Steering with(StateUpdate other) {
    return new Steering(other, routes, changes);
  }

  /** Returns this with other changes of how the run goes. */
  public Steering with(RunChanges others) {
    return new Steering(update, routes, others);
  }

  /** Returns this with other routes. */
  public Steering to(Route... others) {
    return new Steering(update, Arrays.asList(others), changes);
  }

  /** Returns this with a limit of supersteps; null keeps the last run's. */
  public Steering withMaxSteps(@Nullable Integer limit) {
    return with(changes.withMaxSteps(limit));
  }

  /** Returns this with breakpoints beside those of the graph. */
  public Steering withBreakpoints(@Nullable Breakpoints places) {
    return with(changes.withBreakpoints(places));
  }

  /** Returns whether it changes the state or what runs. */
  public boolean changesThread() {
    return !update.writes().isEmpty() || !routes.isEmpty();
  }
}
