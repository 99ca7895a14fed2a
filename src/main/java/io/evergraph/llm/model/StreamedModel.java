package io.evergraph.llm.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

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
    return chat(request, piece -> {});
  }

  /**
   * Asks, and waits for the whole answer. When the wait ends without one, the provider's stream is
   * closed at once; where not even its first piece has come, with that piece.
   *
   * @param listener is told of the answer while it comes; when it throws, the answer is given up
   * @throws CancellationException when the waiting thread is interrupted
   */
  public ChatResponse chat(ChatRequest request, Listener listener) {
    StreamedAnswer answer = new StreamedAnswer(listener);
    try {
      model.chat(request, answer);
      return answer.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The wait for the model was interrupted.");
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException("The model failed.", failure.getCause());
    } finally {
      answer.close();
    }
  }

  /** Is told of an answer while it comes. */
  @FunctionalInterface
  public interface Listener {
    /** Takes each piece of the answer's text, on a thread of the model's client. */
    void piece(String text);

    /**
     * Takes how far the answer has come, on the waiting thread: about twice a second while pieces
     * come, and once more when the stream breaks.
     */
    default void position(StreamPosition position) {}
  }
}
