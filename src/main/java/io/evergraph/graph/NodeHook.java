package io.evergraph.graph;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Code that runs around nodes, in their tasks: before, after, and when they fail. Each part may be
 * absent. Immutable.
 *
 * <p>A hook runs with every attempt of the node, and again when a question of it is answered, like
 * the node itself. A part that throws fails the attempt.
 */
public final class NodeHook {
  /** The hook without any part. */
  public static final NodeHook NONE = new NodeHook(null, null, null);

  private final @Nullable Before before;
  private final @Nullable After after;
  private final @Nullable OnError onError;

  private NodeHook(@Nullable Before before, @Nullable After after, @Nullable OnError onError) {
    this.before = before;
    this.after = after;
    this.onError = onError;
  }

  /** What runs before a node. */
  @FunctionalInterface
  public interface Before {
    /** Returns a result to be used instead of running the node; empty runs it. */
    Optional<Command> before(NodeContext context) throws Exception;
  }

  /** What runs after a node. */
  @FunctionalInterface
  public interface After {
    /** Returns the result to go on with: the given one, or another. */
    Command after(NodeContext context, Command result) throws Exception;
  }

  /** What runs when a node has thrown. */
  @FunctionalInterface
  public interface OnError {
    /** Returns a result that takes the place of the failure; empty lets the attempt fail. */
    Optional<Command> onError(NodeContext context, Exception failure) throws Exception;
  }

  /** Returns a hook that runs before nodes. */
  public static NodeHook before(Before part) {
    return new NodeHook(part, null, null);
  }

  /** Returns a hook that sees every result, whether of the node or of another part. */
  public static NodeHook after(After part) {
    return new NodeHook(null, part, null);
  }

  /** Returns a hook that runs when nodes throw; not for interrupts and questions. */
  public static NodeHook onError(OnError part) {
    return new NodeHook(null, null, part);
  }

  /** Returns this hook around another one: before it, and after it. */
  public NodeHook around(NodeHook inner) {
    if (this == NONE) {
      return inner;
    }
    return inner == NONE ? this : enclosing(this, inner);
  }

  /** Returns this hook, with the parts that it lacks taken from a more general one. */
  public NodeHook orElse(NodeHook general) {
    return new NodeHook(
        before == null ? general.before : before,
        after == null ? general.after : after,
        onError == null ? general.onError : onError);
  }

  private static NodeHook enclosing(NodeHook outer, NodeHook inner) {
    return new NodeHook(
        context -> {
          Optional<Command> early = outer.early(context);
          return early.isPresent() ? early : inner.early(context);
        },
        (context, result) -> outer.seen(context, inner.seen(context, result)),
        (context, failure) -> {
          Optional<Command> recovered = inner.recovered(context, failure);
          return recovered.isPresent() ? recovered : outer.recovered(context, failure);
        });
  }

  /** Returns an action with this hook around it. */
  public NodeAction around(NodeAction action) {
    return this == NONE ? action : context -> seen(context, result(action, context));
  }

  private Command result(NodeAction action, NodeContext context) throws Exception {
    Optional<Command> early = early(context);
    return early.isPresent() ? early.get() : ran(action, context);
  }

  private Command ran(NodeAction action, NodeContext context) throws Exception {
    try {
      return action.run(context);
    } catch (InterruptedException cut) {
      throw cut;
    } catch (Exception failure) {
      Optional<Command> recovered = recovered(context, failure);
      if (recovered.isPresent()) {
        return recovered.get();
      }
      throw failure;
    }
  }

  private Optional<Command> early(NodeContext context) throws Exception {
    return before == null
        ? Optional.empty()
        : given(before.before(context), "before", "a result, or an empty one to run the node");
  }

  private Command seen(NodeContext context, Command result) throws Exception {
    return after == null ? result : given(after.after(context, result), "after", "a result");
  }

  private Optional<Command> recovered(NodeContext context, Exception failure) throws Exception {
    return onError == null
        ? Optional.empty()
        : given(onError.onError(context, failure), "onError", "a result, or an empty one to fail");
  }

  private static <T> T given(@Nullable T result, String part, String expected) {
    return Given.required(result, "what the hook returns from " + part, expected);
  }
}
