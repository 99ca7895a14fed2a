package io.evergraph.demo.airline;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The two ways in which LangChain4j talks to an OpenAI-compatible provider. */
enum LangChain4jClient {
  PLAIN {
    @Override
    ChatResponse ask(URI baseUrl, List<ChatMessage> messages) {
      return OpenAiChatModel.builder()
          .httpClientBuilder(new SharedClient())
          .baseUrl(baseUrl.toString())
          .apiKey("none")
          .modelName("replay")
          .maxRetries(0)
          .build()
          .chat(messages.toArray(ChatMessage[]::new));
    }
  },
  STREAMED {
    @Override
    ChatResponse ask(URI baseUrl, List<ChatMessage> messages) {
      Answer answer = new Answer();
      OpenAiStreamingChatModel.builder()
          .httpClientBuilder(new SharedClient())
          .baseUrl(baseUrl.toString())
          .apiKey("none")
          .modelName("replay")
          .build()
          .chat(messages, answer);
      return answer.get();
    }
  };

  private static final HttpClient HTTP =
      JdkHttpClient.builder().readTimeout(Duration.ofSeconds(30)).build();

  /** Sends messages to the model at a base URL and waits for the whole answer. */
  abstract ChatResponse ask(URI baseUrl, List<ChatMessage> messages);

  /**
   * Hands out one client for all models: each conversation is a model of its own, with its own URL.
   */
  private static final class SharedClient implements HttpClientBuilder {

    @Override
    public Duration connectTimeout() {
      return Duration.ofSeconds(5);
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return Duration.ofSeconds(30);
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return HTTP;
    }
  }

  private static final class Answer implements StreamingChatResponseHandler {

    private final CompletableFuture<ChatResponse> response = new CompletableFuture<>();

    @Override
    public void onPartialResponse(String text) {}

    @Override
    public void onCompleteResponse(ChatResponse complete) {
      response.complete(complete);
    }

    @Override
    public void onError(Throwable error) {
      response.completeExceptionally(error);
    }

    ChatResponse get() {
      try {
        return response.join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
  }
}
