package io.evergraph.llm.model;

import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import java.util.List;

/** Code around the call of a model, in the task of its node. */
@FunctionalInterface
public interface ModelAround {
  /** Asks the model, or what is around it further in. */
  @FunctionalInterface
  interface Next {
    /** Returns the answer to a request. */
    Message.Assistant ask(ModelRequest request);
  }

  /**
   * Returns an answer: that of the model, another, or one without asking it. It takes the place of
   * the model's in the chat.
   *
   * @param next asks the model; may be called more than once
   */
  Message.Assistant around(ModelRequest request, NodeContext context, Next next);

  /** Returns a call with code around it, the first outermost. */
  static Next all(List<ModelAround> layers, NodeContext context, Next innermost) {
    Next next = innermost;
    for (int i = layers.size() - 1; i >= 0; i--) {
      ModelAround layer = layers.get(i);
      Next inner = next;
      next = request -> layer.around(request, context, inner);
    }
    return next;
  }
}
