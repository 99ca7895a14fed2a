package io.evergraph.server.langgraph;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.EventReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Writes what a run came to as one JSON object, after as many line breaks as it takes to keep the
 * connection open.
 */
final class OutcomeWriter implements EventReader<RunEvent> {
  private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, UTF_8);

  private final GraphRuntime runtime;
  private final RunPosition position;
  private final RunWatch watch;
  private final ResponseBodyEmitter client;
  private final Runnable onGone;

  OutcomeWriter(
      GraphRuntime runtime, RunPosition position, ResponseBodyEmitter client, Runnable onGone) {
    this.runtime = runtime;
    this.position = position;
    this.watch = new RunWatch(position);
    this.client = client;
    this.onGone = onGone;
  }

  @Override
  public void begin() {
    // the status is still open: nothing is written before the outcome or the first line break
  }

  @Override
  public void event(RunEvent event) throws IOException {
    watch.see(event);
    if (watch.hasEnded()) {
      client.send(outcome(), MediaType.APPLICATION_JSON);
      client.complete();
    }
  }

  private Map<String, ? extends @Nullable Object> outcome() {
    return watch
        .error()
        .<Map<String, ? extends @Nullable Object>>map(error -> Map.of("__error__", error))
        .orElseGet(this::values);
  }

  private Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    if (watch.checkpoint() > 0) {
      values.putAll(runtime.codec().plain(runtime.stateAt(position.thread(), watch.checkpoint())));
    }
    if (!watch.interrupts().isEmpty()) {
      values.put("__interrupt__", watch.interrupts());
    }
    return values;
  }

  @Override
  public void idle() throws IOException {
    client.send("\n", TEXT);
  }

  @Override
  public boolean isDone() {
    return watch.hasEnded();
  }

  @Override
  public void gone() {
    onGone.run();
  }

  @Override
  public void stopped() {
    client.complete();
  }

  @Override
  public void failed(RuntimeException failure) {
    client.completeWithError(failure);
  }
}
