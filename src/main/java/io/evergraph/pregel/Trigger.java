package io.evergraph.pregel;

import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Why a task exists, and so what it reads as its state. */
public sealed interface Trigger {
  /** Does what fits the kind of this trigger. */
  <R> R match(
      Function<Edges, R> onEdges, Function<Sent, R> onSent, Function<RouteOnly, R> onRouteOnly);

  /** The task was reached along edges or by name: it reads the state of its checkpoint. */
  record Edges() implements Trigger {
    @Override
    public <R> R match(
        Function<Edges, R> onEdges, Function<Sent, R> onSent, Function<RouteOnly, R> onRouteOnly) {
      return onEdges.apply(this);
    }
  }

  /**
   * The task was sent: it reads its own input.
   *
   * @param input what it was sent with
   * @param timeout the longest silence of its attempts, where it is not the node's
   */
  record Sent(StateUpdate input, Optional<Duration> timeout) implements Trigger {
    @Override
    public <R> R match(
        Function<Edges, R> onEdges, Function<Sent, R> onSent, Function<RouteOnly, R> onRouteOnly) {
      return onSent.apply(this);
    }
  }

  /**
   * Only the routers of the node run, on the state of the checkpoint plus the given writes: the
   * entry of a run, an update made in a node's name, or a subgraph that has come to its end. The
   * result repeats the given writes.
   *
   * @param update the writes that stand in for the node's own
   */
  record RouteOnly(StateUpdate update) implements Trigger {
    @Override
    public <R> R match(
        Function<Edges, R> onEdges, Function<Sent, R> onSent, Function<RouteOnly, R> onRouteOnly) {
      return onRouteOnly.apply(this);
    }
  }
}
