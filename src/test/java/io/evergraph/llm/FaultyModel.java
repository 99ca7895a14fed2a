package io.evergraph.llm;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.ChatResponseMetadata;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** A model of a name that answers or fails as it is told, the last way for good. */
public final class FaultyModel implements ChatModel {
  private final String name;
  private final Queue<Supplier<AiMessage>> manners = new ConcurrentLinkedQueue<>();
  private final Queue<ChatRequest> requests = new ConcurrentLinkedQueue<>();

  private FaultyModel(String name) {
    this.name = name;
  }

  public static FaultyModel named(String name) {
    return new FaultyModel(name);
  }

  public FaultyModel says(String text) {
    manners.add(() -> AiMessage.from(text));
    return this;
  }

  public FaultyModel fails(Supplier<RuntimeException> failure) {
    manners.add(
        () -> {
          throw failure.get();
        });
    return this;
  }

  public List<ChatRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests.add(request);
    AiMessage answer = (manners.size() > 1 ? manners.remove() : manners.element()).get();
    return ChatResponse.builder()
        .aiMessage(answer)
        .metadata(
            ChatResponseMetadata.builder().modelName(name).tokenUsage(new TokenUsage(3, 2)).build())
        .build();
  }
}
