package io.evergraph.graph;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.Optional;
import java.util.function.Function;

/**
 * The code of a node: reads its context, does its work, returns what to write and where to go.
 *
 * <p>Runs on any worker and may run again: after a failure, after a crash, and from its first line
 * each time that a question of it is answered. Use {@link NodeContext#idempotencyKey()} for side
 * effects.
 */
@FunctionalInterface
public interface NodeAction {
  /**
   * Runs the node once.
   *
   * @return the writes and, optionally, the routes
   * @throws Exception on failure; the node's retry policy decides what follows
   */
  Command run(NodeContext context) throws Exception;

  /**
   * Returns the result of a task whose last attempt has timed out; empty, as usual, lets the task
   * fail. The attempt may still run on its own thread: what it gives is dropped. Called without
   * hooks, on a thread that others wait for; not for a local node that heeds no interrupt.
   *
   * @param context of the attempt; a question that is not answered yet lets the task fail
   * @param failure which limit was reached
   */
  default Optional<Command> timedOut(NodeContext context, NodeTimeoutException failure) {
    return Optional.empty();
  }

  /**
   * Returns what a result of this action depends on, for nodes with a {@link CachePolicy}: all that
   * it reads, unless it was made by {@link #keyed}.
   *
   * @param read what the node reads
   * @return a value that the codec can write
   */
  default Object cacheKey(State read) {
    return read.values();
  }

  /**
   * Returns what a result that is kept means for a task; empty where the action is to run. It means
   * the same for each, unless it counts something of its own thread.
   *
   * @param kept what a task has returned, maybe on another thread
   * @param context of the task for which it is used again
   */
  default Optional<Command> reused(Command kept, NodeContext context) {
    return Optional.of(kept);
  }

  /**
   * Returns whether this action waits for a model or for another service. A node with such an
   * action cannot be {@link Placement#LOCAL}: it would hold up its thread and all that asks it.
   */
  default boolean waitsForService() {
    return false;
  }

  /** Returns an action whose cached results depend on what a function makes of what it reads. */
  static NodeAction keyed(Function<State, Object> key, NodeAction action) {
    return new NodeAction() {
      @Override
      public Command run(NodeContext context) throws Exception {
        return action.run(context);
      }

      @Override
      public Optional<Command> timedOut(NodeContext context, NodeTimeoutException failure) {
        return action.timedOut(context, failure);
      }

      @Override
      public Object cacheKey(State read) {
        return key.apply(read);
      }

      @Override
      public Optional<Command> reused(Command kept, NodeContext context) {
        return action.reused(kept, context);
      }

      @Override
      public boolean waitsForService() {
        return action.waitsForService();
      }
    };
  }

  /** Adapts a plain function from the state to an update. */
  static NodeAction of(Function<State, StateUpdate> function) {
    return context -> Command.update(function.apply(context.state()));
  }
}
