package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Where to go next: to a node, or to a node with an input of its own. */
public sealed interface Route permits Route.ToNode, Send {
  /** Returns the name of the node, or {@link Graph#END}. */
  String target();

  /** Returns this route with another target. */
  Route withTarget(String other);

  /** Applies the function for the kind of this one. */
  default <R> R match(Function<ToNode, R> onNode, Function<Send, R> onSend) {
    if (this instanceof ToNode it) {
      return onNode.apply(it);
    }
    return onSend.apply((Send) this);
  }

  /**
   * Returns the route to a node: it runs once in the next superstep, however many routes lead to
   * it.
   */
  static Route to(String target) {
    return new ToNode(target);
  }

  /** Returns a task of its own for a node, with its own input instead of the state. */
  static Route send(String target, StateUpdate input) {
    return new Send(target, input, Optional.empty());
  }

  /**
   * Returns a task of its own for a node, with its own input instead of the state and its own
   * timeout instead of the node's.
   *
   * @param timeout the longest silence of an attempt
   */
  static Route send(String target, StateUpdate input, Duration timeout) {
    return new Send(target, input, Optional.of(timeout));
  }

  /**
   * The route to a node.
   *
   * @param target the name of the node, or {@link Graph#END}
   */
  record ToNode(String target) implements Route {
    public ToNode {
      Given.required(target, "the target of a route", "the name of a node");
    }

    @Override
    public ToNode withTarget(String other) {
      return new ToNode(other);
    }
  }
}
