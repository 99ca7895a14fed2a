package io.evergraph.llm.model;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.ChatMessages;
import io.evergraph.llm.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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

  /** Returns the answer, with the tokens that the model reports. */
  public Message.Assistant ask(ModelRequest asked, NodeContext context) {
    List<ChatMessage> messages = new ArrayList<>(List.of(SystemMessage.from(asked.prompt())));
    asked.messages().stream()
        .filter(ChatMessages::saysSomething)
        .map(message -> ChatMessages.sent(message, Set.of()))
        .forEach(messages::add);
    try {
      ChatModel asking = model.modelFor(context);
      ChatRequest request = ChatRequest.builder().messages(messages).build();
      ChatResponse response = ModelFailure.unfiltered(asking.chat(request));
      count(response, context);
      String name = asking.defaultRequestParameters().modelName();
      return ChatMessages.answer(response, name, context.idempotencyKey());
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
