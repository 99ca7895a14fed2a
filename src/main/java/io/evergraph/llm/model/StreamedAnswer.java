package io.evergraph.llm.model;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Takes an answer piece by piece, until nobody waits for it any more. */
final class StreamedAnswer implements StreamingChatResponseHandler {
  private static final Duration BATCH = Duration.ofMillis(500);

  private final CompletableFuture<ChatResponse> response = new CompletableFuture<>();
  private final StreamedModel.Listener listener;
  private volatile StreamPosition position = StreamPosition.start();
  private volatile @Nullable StreamingHandle stream;
  private int told;

  StreamedAnswer(StreamedModel.Listener listener) {
    this.listener = listener;
  }

  ChatResponse await() throws InterruptedException, ExecutionException {
    while (true) {
      try {
        return response.get(BATCH.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException stillComing) {
        tell();
      } catch (ExecutionException broken) {
        tell();
        throw broken;
      }
    }
  }

  /** A stream that stands still says nothing, so that its node runs into its timeout. */
  private void tell() {
    StreamPosition now = position;
    if (now.pieces() > told) {
      told = now.pieces();
      listener.position(now);
    }
  }

  /** Ends the wait: a stream that still runs is closed. */
  void close() {
    response.cancel(false);
    StreamingHandle open = stream;
    if (open != null && response.isCompletedExceptionally()) {
      open.cancel();
    }
  }

  private boolean take(StreamingHandle handle) {
    stream = handle;
    if (response.isDone()) {
      handle.cancel();
      return false;
    }
    return true;
  }

  @Override
  public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
    if (take(context.streamingHandle())) {
      onPartialResponse(piece.text());
    }
  }

  @Override
  public void onPartialResponse(String text) {
    if (text.isEmpty() || response.isDone()) {
      return;
    }
    position = position.plus(text);
    try {
      listener.piece(text);
    } catch (RuntimeException unwanted) {
      response.completeExceptionally(unwanted);
    }
  }

  @Override
  public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
    if (take(context.streamingHandle())) {
      position = position.plus("");
    }
  }

  @Override
  public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
    if (take(context.streamingHandle())) {
      position = position.plus("");
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
