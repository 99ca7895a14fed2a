package io.evergraph.llm;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A model that answers word by word, for nodes: whoever watches their run sees the words as they
 * come.
 */
public final class StreamedModel implements ChatModel {
  private final StreamingChatModel model;

  private StreamedModel(StreamingChatModel model) {
    this.model = model;
  }

  /** Returns a model of LangChain4j's streaming kind as one that nodes can ask. */
  public static StreamedModel of(StreamingChatModel model) {
    return new StreamedModel(model);
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return model.defaultRequestParameters();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return chat(request, word -> {});
  }

  /**
   * Asks, and waits for the whole answer.
   *
   * @param onText takes each piece of the answer's text, on a thread of the model's client; when it
   *     throws, the answer is given up
   * @throws CancellationException when the waiting thread is interrupted
   */
  public ChatResponse chat(ChatRequest request, Consumer<String> onText) {
    Answer answer = new Answer(onText);
    model.chat(request, answer);
    try {
      return answer.response.get();
    } catch (InterruptedException interrupted) {
      answer.response.cancel(false);
      Thread.currentThread().interrupt();
      throw new CancellationException("The wait for the model was interrupted.");
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException("The model failed.", failure.getCause());
    }
  }

  /** Takes an answer piece by piece, until nobody waits for it any more. */
  private static final class Answer implements StreamingChatResponseHandler {
    private final CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    private final Consumer<String> onText;

    Answer(Consumer<String> onText) {
      this.onText = onText;
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
      onPartialResponse(piece.text());
      if (response.isDone()) {
        context.streamingHandle().cancel();
      }
    }

    @Override
    public void onPartialResponse(String text) {
      if (text.isEmpty() || response.isDone()) {
        return;
      }
      try {
        onText.accept(text);
      } catch (RuntimeException unwanted) {
        response.completeExceptionally(unwanted);
      }
    }

    @Override
    public void onCompleteResponse(ChatResponse complete) {
      response.complete(complete);
    }

    @Override
    public void onError(Throwable error) {
      response.completeExceptionally(error);
    }
  }
}
