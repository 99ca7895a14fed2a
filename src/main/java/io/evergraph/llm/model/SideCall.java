package io.evergraph.llm.model;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.graph.NodeContext;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks a model something beside the chat: nobody watches the answer, and it is written nowhere.
 *
 * <p>Fails as {@link ModelNode} does. What the model reports of its tokens is counted as usage.
 *
 * @param model finds the model
 */
public record SideCall(ModelSource model) {
  public SideCall {
    Objects.requireNonNull(model, "model");
  }

  /** Returns the words of the answer; empty where there are none. */
  public String ask(String instruction, String text, NodeContext context) {
    ChatRequest request =
        ChatRequest.builder()
            .messages(SystemMessage.from(instruction), UserMessage.from(text))
            .build();
    try {
      ChatResponse response = model.modelFor(context).chat(request);
      count(response, context);
      return Optional.ofNullable(response.aiMessage().text()).orElse("");
    } catch (RuntimeException error) {
      throw new ModelFailure(error).explained();
    }
  }

  private static void count(ChatResponse response, NodeContext context) {
    Optional.ofNullable(response.tokenUsage())
        .map(TokenUsage::totalTokenCount)
        .ifPresent(tokens -> context.usage("total_tokens", tokens));
  }
}
