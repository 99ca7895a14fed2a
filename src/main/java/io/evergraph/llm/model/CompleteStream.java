package io.evergraph.llm.model;

import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells the reader of a stream when it ends or fails before the answer is complete: a model's
 * client would wait for the rest, or take what has come for all. Known are the ends of OpenAI's and
 * of Anthropic's streams; others end where they are closed.
 */
final class CompleteStream implements ServerSentEventListener {
  private static final Pattern CHAT = Pattern.compile("/chat/completions(?:\\?|$)");
  private static final Pattern OPENAI =
      Pattern.compile("\\[DONE]|\"finish_reason\"\\s*:\\s*\"[^\"]");

  private final ServerSentEventListener reader;
  private final String url;
  private final boolean isAnthropic;
  private final boolean isOpenAi;
  private boolean isComplete;
  private boolean isFailed;

  CompleteStream(HttpRequest request, ServerSentEventListener reader) {
    this.reader = reader;
    this.url = request.url();
    this.isAnthropic =
        request.headers().keySet().stream()
            .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals("anthropic-version"));
    this.isOpenAi = !isAnthropic && CHAT.matcher(url).find();
    this.isComplete = !isAnthropic && !isOpenAi;
  }

  /** Returns whether the reader is to be shown an event. */
  private boolean isShown(ServerSentEvent event) {
    if (isOpenAi && !isFailed) {
      SaidFailure.in(event.data()).ifPresent(this::onError);
    }
    isComplete |=
        isAnthropic
            ? "message_stop".equals(event.event()) || "error".equals(event.event())
            : OPENAI.matcher(String.valueOf(event.data())).find();
    return !isFailed;
  }

  @Override
  public void onOpen(SuccessfulHttpResponse response) {
    reader.onOpen(response);
  }

  @Override
  public void onEvent(ServerSentEvent event) {
    if (isShown(event)) {
      reader.onEvent(event);
    }
  }

  @Override
  public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
    if (isShown(event)) {
      reader.onEvent(event, context);
    }
  }

  @Override
  public void onError(Throwable error) {
    isFailed = true;
    reader.onError(error);
  }

  @Override
  public void onClose() {
    if (isFailed) {
      return;
    }
    if (isComplete) {
      reader.onClose();
    } else {
      reader.onError(
          new UncheckedIOException(
              new EOFException("The stream of " + url + " ended before the answer did.")));
    }
  }
}
