package io.evergraph.llm.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.evergraph.graph.NodeContext;

/**
 * Finds the model that a node asks: one for all runs, or one by what the run's context says.
 *
 * <p>Models keep their own retries off ({@code maxRetries(0)}): the node's policy decides about
 * them.
 */
@FunctionalInterface
public interface ModelSource {
  /** Returns the model for one task; called once per attempt. */
  ChatModel modelFor(NodeContext context);

  /** Returns the source of one model for all runs that answers word by word. */
  static ModelSource of(StreamingChatModel model) {
    return of(StreamedModel.of(model));
  }

  /** Returns the source of one model for all runs. */
  static ModelSource of(ChatModel model) {
    return context -> model;
  }
}
