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
 * Tells the reader of a stream when it ends before the answer does: a model's client would wait for
 * the rest, or take what has come for all. Known are the ends of OpenAI's and of Anthropic's
 * streams; others end where they are closed.
 */
final class CompleteStream implements ServerSentEventListener {
  private static final Pattern OPENAI =
      Pattern.compile("\\[DONE]|\"finish_reason\"\\s*:\\s*\"|\"error\"\\s*:");

  private final ServerSentEventListener reader;
  private final String url;
  private final boolean isAnthropic;
  private boolean isComplete;

  CompleteStream(HttpRequest request, ServerSentEventListener reader) {
    this.reader = reader;
    this.url = request.url();
    this.isAnthropic =
        request.headers().keySet().stream()
            .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals("anthropic-version"));
    this.isComplete = !isAnthropic && !url.endsWith("/chat/completions");
  }

  private void see(ServerSentEvent event) {
    isComplete |=
        isAnthropic
            ? "message_stop".equals(event.event()) || "error".equals(event.event())
            : OPENAI.matcher(String.valueOf(event.data())).find();
  }

  @Override
  public void onOpen(SuccessfulHttpResponse response) {
    reader.onOpen(response);
  }

  @Override
  public void onEvent(ServerSentEvent event) {
    see(event);
    reader.onEvent(event);
  }

  @Override
  public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
    see(event);
    reader.onEvent(event, context);
  }

  @Override
  public void onError(Throwable error) {
    isComplete = true;
    reader.onError(error);
  }

  @Override
  public void onClose() {
    if (isComplete) {
      reader.onClose();
    } else {
      reader.onError(
          new UncheckedIOException(
              new EOFException("The stream of " + url + " ended before the answer did.")));
    }
  }
}
