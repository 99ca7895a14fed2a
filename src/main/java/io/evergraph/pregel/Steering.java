package io.evergraph.pregel;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Route;
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
 * @param maxSteps the supersteps that the run may take; null keeps the last run's
 * @param breakpoints where it pauses; null keeps the last run's
 */
public record Steering(
    StateUpdate update,
    List<Route> routes,
    @Nullable Integer maxSteps,
    @Nullable Breakpoints breakpoints) {
  /** Nothing is otherwise. */
  public static final Steering NONE = new Steering(StateUpdate.empty(), List.of(), null, null);

  /**
   * Checks the limit.
   *
   * @throws InvalidInputException when it is below 1
   */
  public Steering {
    if (maxSteps != null && maxSteps < 1) {
      throw new InvalidInputException(
          "the limit of a run", "at least 1 superstep", String.valueOf(maxSteps));
    }
    update = Objects.requireNonNullElse(update, StateUpdate.empty());
    routes = routes == null ? List.of() : List.copyOf(routes);
  }

  /** Returns one that writes to the state. */
  public static Steering update(StateUpdate update) {
    return NONE.with(update);
  }

  /** Returns one that goes to nodes. */
  public static Steering goTo(String... nodes) {
    return NONE.to(Arrays.stream(nodes).map(Route::to).toArray(Route[]::new));
  }

  /** Returns this with another update. */
  public Steering with(StateUpdate other) {
    return new Steering(other, routes, maxSteps, breakpoints);
  }

  /** Returns this with other routes. */
  public Steering to(Route... others) {
    return new Steering(update, Arrays.asList(others), maxSteps, breakpoints);
  }

  /** Returns this with a limit of supersteps; null keeps the last run's. */
  public Steering withMaxSteps(@Nullable Integer limit) {
    return new Steering(update, routes, limit, breakpoints);
  }

  /** Returns this with breakpoints; null keeps the last run's. */
  public Steering withBreakpoints(@Nullable Breakpoints places) {
    return new Steering(update, routes, maxSteps, places);
  }

  /** Returns whether it changes the state or what runs. */
  public boolean changesThread() {
    return !update.writes().isEmpty() || !routes.isEmpty();
  }

  RunSettings applyTo(RunSettings settings) {
    RunSettings limited = maxSteps == null ? settings : settings.withMaxSteps(maxSteps);
    return breakpoints == null ? limited : limited.withBreakpoints(breakpoints);
  }
}
