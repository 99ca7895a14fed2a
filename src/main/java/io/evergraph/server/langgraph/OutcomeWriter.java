package io.evergraph.server.langgraph;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.EventReader;
import io.evergraph.server.WireValue;
import io.evergraph.state.State;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Writes what a run came to as one JSON object, after as many line breaks as it takes to keep the
 * connection open.
 */
final class OutcomeWriter implements EventReader<RunResult> {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeWriter.class);
  private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, UTF_8);

  private final GraphRuntime runtime;
  private final RunHandle run;
  private final ResponseBodyEmitter client;
  private final Runnable onGone;
  private boolean done;

  OutcomeWriter(GraphRuntime runtime, RunHandle run, ResponseBodyEmitter client, Runnable onGone) {
    this.runtime = runtime;
    this.run = run;
    this.client = client;
    this.onGone = onGone;
  }

  @Override
  public void event(RunResult result) throws IOException {
    done = true;
    client.send(
        new WireValue(isLatest(result) ? outcome(result) : recorded()), MediaType.APPLICATION_JSON);
    client.complete();
  }

  /** A thread that has moved on since shows what somebody else has made of it. */
  private static boolean isLatest(RunResult result) {
    ThreadSnapshot left = result.snapshot();
    boolean isEnd = result.status() != RunStatus.FINISHED || left.next().isEmpty();
    boolean edited = left.source() == Source.UPDATE || left.source() == Source.FORK;
    return result.status() == RunStatus.CANCELLED
        || (left.runs().contains(result.runId()) && isEnd && !edited);
  }

  private Map<String, ? extends @Nullable Object> outcome(RunResult result) {
    if (result.status() == RunStatus.CANCELLED) {
      return failed(RunError.CANCELLED);
    }
    ThreadSnapshot left = result.snapshot();
    return result
        .error()
        .<Map<String, ? extends @Nullable Object>>map(error -> failed(RunError.of(error)))
        .orElseGet(
            () ->
                values(
                    result.status() == RunStatus.FINISHED && returnsLess(left)
                        ? runtime.stateAt(left.thread(), left.checkpoint())
                        : left.state(),
                    result.status() == RunStatus.WAITING ? left.interrupts() : List.of()));
  }

  /** Returns whether the result of a thread's graph leaves out channels that are shown. */
  private boolean returnsLess(ThreadSnapshot left) {
    return Optional.ofNullable(left.graph())
        .map(graph -> runtime.graphs().graph(graph).spec().shape())
        .filter(shape -> !shape.outputs().isEmpty())
        .isPresent();
  }

  private Map<String, ? extends @Nullable Object> recorded() {
    StreamPart last = null;
    try (RunStream parts = runtime.stream(run, StreamOptions.of())) {
      for (StreamPart part : parts) {
        last = part;
      }
    }
    if (!(last instanceof StreamPart.Ended end)) {
      throw new IllegalStateException("The events of run " + run.runId() + " are gone.");
    }
    State state =
        end.checkpoint() == 0 ? State.empty() : runtime.stateAt(run.thread(), end.checkpoint());
    return RunError.of(end)
        .<Map<String, ? extends @Nullable Object>>map(OutcomeWriter::failed)
        .orElseGet(
            () ->
                values(
                    state,
                    end.end() instanceof RunEvent.RunWaiting ? end.interrupts() : List.of()));
  }

  private static Map<String, RunError> failed(RunError error) {
    return Map.of("__error__", error);
  }

  private Map<String, @Nullable Object> values(State state, List<Interrupt> questions) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(runtime.codec().plain(state));
    if (!questions.isEmpty()) {
      values.put("__interrupt__", questions.stream().map(InterruptResource::of).toList());
    }
    return values;
  }

  @Override
  public void idle() throws IOException {
    client.send("\n", TEXT);
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void gone() {
    onGone.run();
  }

  @Override
  public void stopped() {
    end(RunError.STOPPING);
  }

  /** The run has begun: under the status of an error, clients would start it again. */
  @Override
  public void failed(RuntimeException failure) {
    if (failure instanceof CancellationException) {
      stopped();
      return;
    }
    LOG.warn("The outcome of run {} could not be told.", run.runId(), LogContents.of(failure));
    end(RunError.of(failure));
  }

  private void end(RunError error) {
    try {
      client.send(new WireValue(failed(error)), MediaType.APPLICATION_JSON);
    } catch (IOException | IllegalStateException gone) {
      LOG.debug("The client went before it could be told.", LogContents.of(gone));
    }
    client.complete();
  }
}
