package io.evergraph.llm;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A model that says what a test wrote down, and remembers what it was asked. */
public final class ScriptedChat implements ChatModel {
  private final Queue<AiMessage> answers = new ConcurrentLinkedQueue<>();
  private final Queue<ChatRequest> requests = new ConcurrentLinkedQueue<>();

  private @Nullable TokenUsage usage;

  private ScriptedChat() {}

  public static ScriptedChat of(AiMessage... answers) {
    ScriptedChat chat = new ScriptedChat();
    chat.answers.addAll(Arrays.asList(answers));
    return chat;
  }

  public static AiMessage says(String text) {
    return AiMessage.from(text);
  }

  public static AiMessage calls(ToolExecutionRequest... calls) {
    return AiMessage.from(calls);
  }

  public static ToolExecutionRequest call(String id, String name, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(name).arguments(arguments).build();
  }

  /** Reports tokens with each answer. */
  public ScriptedChat reporting(int input, int output) {
    usage = new TokenUsage(input, output);
    return this;
  }

  public List<ChatRequest> requests() {
    return List.copyOf(requests);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests.add(request);
    AiMessage answer = answers.poll();
    if (answer == null) {
      throw new IllegalStateException("The script has no answer to " + request.messages());
    }
    return ChatResponse.builder().aiMessage(answer).tokenUsage(usage).build();
  }
}
