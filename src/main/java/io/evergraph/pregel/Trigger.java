package io.evergraph.pregel;

import io.evergraph.graph.NodeFailure;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why a task exists, and so what it reads as its state. */
public sealed interface Trigger {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Edges, R> edges,
      Function<Edited, R> edited,
      Function<Sent, R> sent,
      Function<RouteOnly, R> routeOnly,
      Function<Handling, R> handling) {
    if (this instanceof Edges it) {
      return edges.apply(it);
    }
    if (this instanceof Edited it) {
      return edited.apply(it);
    }
    if (this instanceof Sent it) {
      return sent.apply(it);
    }
    if (this instanceof RouteOnly it) {
      return routeOnly.apply(it);
    }
    return handling.apply((Handling) this);
  }

  /**
   * Returns what the task reads as its state.
   *
   * @param checkpoint gives the state of the task's checkpoint; asked only where the task reads it
   */
  default State read(Supplier<State> checkpoint) {
    return checkpoint.get();
  }

  /** Returns whether the task reads the state of its checkpoint, and not an input of its own. */
  default boolean readsCheckpoint() {
    return true;
  }

  /** Returns the longest silence of the task's attempts, where it is not that of its node. */
  default Optional<Duration> timeout() {
    return Optional.empty();
  }

  /** Returns the values that the task was given beside the state of its checkpoint. */
  default StateUpdate values() {
    return StateUpdate.empty();
  }

  /** Returns this trigger as it was when its task was planned. */
  default Trigger planned() {
    return this;
  }

  /** Returns this trigger with what it remembers of a send changed; what its task reads stays. */
  default Trigger mapSent(UnaryOperator<StateUpdate> change) {
    return this;
  }

  /** Returns this trigger with its values changed. */
  default Trigger map(UnaryOperator<StateUpdate> change) {
    return this;
  }

  /** Returns this trigger with some of what the task reads replaced. */
  default Trigger edited(StateUpdate values) {
    return map(before -> replaced(before, values));
  }

  private static StateUpdate replaced(StateUpdate before, StateUpdate values) {
    Set<String> given = values.writes().stream().map(Write::channel).collect(Collectors.toSet());
    return new StateUpdate(
        Stream.concat(
                before.writes().stream().filter(write -> !given.contains(write.channel())),
                values.writes().stream())
            .toList());
  }

  private static State with(State state, StateUpdate values) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(state.values());
    values.writes().forEach(write -> all.put(write.channel(), write.value()));
    return State.of(all);
  }

  /** The task was reached along edges or by name: it reads the state of its checkpoint. */
  record Edges() implements Trigger {
    @Override
    public Trigger edited(StateUpdate values) {
      return new Edited(values);
    }
  }

  /**
   * The task was reached along edges and failed, and somebody gave it other values to read: those
   * replace what its checkpoint holds, for this task alone.
   *
   * @param values the values by channel
   */
  record Edited(StateUpdate values) implements Trigger {
    @Override
    public State read(Supplier<State> checkpoint) {
      return with(checkpoint.get(), values);
    }

    @Override
    public Trigger map(UnaryOperator<StateUpdate> change) {
      return new Edited(change.apply(values));
    }
  }

  /**
   * The task was sent: it reads its own input.
   *
   * @param input what it was sent with
   * @param timeout the longest silence of its attempts, where it is not the node's
   * @param first what it was sent with before somebody gave it other values; null where nobody did
   */
  record Sent(StateUpdate input, Optional<Duration> timeout, @Nullable StateUpdate first)
      implements Trigger {
    /** Makes the trigger of a task whose input nobody has edited. */
    public Sent(StateUpdate input, Optional<Duration> timeout) {
      this(input, timeout, null);
    }

    @Override
    public Sent planned() {
      return first == null ? this : new Sent(first, timeout);
    }

    @Override
    public Trigger edited(StateUpdate values) {
      return new Sent(replaced(input, values), timeout, planned().input);
    }

    @Override
    public State read(Supplier<State> checkpoint) {
      return with(State.empty(), input);
    }

    @Override
    public boolean readsCheckpoint() {
      return false;
    }

    @Override
    public StateUpdate values() {
      return input;
    }

    @Override
    public Sent map(UnaryOperator<StateUpdate> change) {
      return new Sent(change.apply(input), timeout, first == null ? null : change.apply(first));
    }
  }

  /**
   * Only the routers of the node run, on the state of the checkpoint plus the given writes: the
   * entry of a run, an update made in a node's name, a subgraph that has come to its end, or a
   * failed task that was skipped. The result repeats the given writes.
   *
   * @param update the writes that stand in for the node's own
   * @param sent what the task was sent with before; null where it was not
   */
  record RouteOnly(StateUpdate update, @Nullable Sent sent) implements Trigger {
    /** Makes the trigger of a task that was not sent. */
    public RouteOnly(StateUpdate update) {
      this(update, null);
    }

    @Override
    public Trigger planned() {
      return sent == null ? this : sent;
    }

    @Override
    public Trigger mapSent(UnaryOperator<StateUpdate> change) {
      return sent == null ? this : new RouteOnly(update, sent.map(change));
    }

    @Override
    public StateUpdate values() {
      return update;
    }

    @Override
    public Trigger map(UnaryOperator<StateUpdate> change) {
      return new RouteOnly(change.apply(update), sent);
    }
  }

  /**
   * The task stands in for one that failed: it reads what that one read, and what it gives takes
   * the place of what that one should have given.
   *
   * @param origin why the failed task existed
   * @param failure how it failed
   */
  record Handling(Trigger origin, NodeFailure failure) implements Trigger {
    @Override
    public Trigger planned() {
      return origin.planned();
    }

    @Override
    public Trigger mapSent(UnaryOperator<StateUpdate> change) {
      return new Handling(origin.mapSent(change), failure);
    }

    @Override
    public State read(Supplier<State> checkpoint) {
      return origin.read(checkpoint);
    }

    @Override
    public boolean readsCheckpoint() {
      return origin.readsCheckpoint();
    }

    @Override
    public StateUpdate values() {
      return origin.values();
    }

    @Override
    public Trigger map(UnaryOperator<StateUpdate> change) {
      return new Handling(origin.map(change), failure);
    }

    @Override
    public Trigger edited(StateUpdate values) {
      return new Handling(origin.edited(values), failure);
    }
  }
}
