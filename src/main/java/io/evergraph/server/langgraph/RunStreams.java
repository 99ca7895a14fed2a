package io.evergraph.server.langgraph;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.error.GraphException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.stream.FollowedPart;
import io.evergraph.runtime.stream.FollowedParts;
import io.evergraph.server.EventPump;
import io.evergraph.server.EventReader;
import io.evergraph.server.StreamCutOffException;
import io.evergraph.server.WireValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Lets clients follow runs: frame by frame, or to the outcome. */
public final class RunStreams {
  private static final long NO_TIMEOUT = 0;

  /** How soon a client is missed that has its run cancelled by going. */
  private static final Duration SOON = Duration.ofMillis(250);

  private final GraphRuntime runtime;
  private final EventPump pump;
  private final KeepAlive keepAlive;

  /** Follows the runs of a runtime. */
  public RunStreams(GraphRuntime runtime, EventPump pump, KeepAlive keepAlive) {
    this.runtime = runtime;
    this.pump = pump;
    this.keepAlive = keepAlive;
  }

  /** What becomes of a run when the client that follows it goes. */
  enum WhenGone {
    CONTINUE,
    CANCEL
  }

  /**
   * Returns the frames of a run.
   *
   * @param seen how far the client has read
   */
  SseEmitter frames(RunPosition position, StreamModes modes, FrameId seen, WhenGone whenGone) {
    SseEmitter client = new SseEmitter(NO_TIMEOUT);
    RunFrames frames = new RunFrames(runtime, position, modes, seen);
    pump.carry(
        () ->
            new FollowedParts(
                runtime, position.thread(), position.runId(), modes.options(position.from())),
        interval(keepAlive.stream(), whenGone),
        new FrameWriter(position, frames, client, () -> gone(position, whenGone)));
    return client;
  }

  /**
   * Returns the answer that streams a run from its beginning, or from where a connection broke.
   *
   * @param path of the stream, where a client goes on
   * @param modes what is shown, by the names of the LangGraph Server API; none for values
   * @param lastEventId the id of the last frame that the client has seen; null for none
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   * @throws io.evergraph.error.UnknownRunException when it has no such run
   */
  public ResponseEntity<SseEmitter> again(
      String path,
      String thread,
      String run,
      List<String> modes,
      boolean subgraphs,
      @Nullable String lastEventId) {
    StreamModes wanted = StreamModes.ofQuery(modes, subgraphs);
    FrameId seen = FrameId.read(lastEventId);
    RunPosition position = RunPosition.anywhere(runtime.run(ThreadId.of(thread), run));
    return RunResponses.stream(path, wanted)
        .body(frames(position, wanted, seen, WhenGone.CONTINUE));
  }

  ResponseBodyEmitter outcome(RunPosition position, WhenGone whenGone) {
    ResponseBodyEmitter client = new ResponseBodyEmitter(NO_TIMEOUT);
    pump.carry(
        () -> pump.later(() -> position.run().await()),
        interval(keepAlive.outcome(), whenGone),
        new OutcomeWriter(runtime, position.run(), client, () -> gone(position, whenGone)));
    return client;
  }

  private void gone(RunPosition position, WhenGone whenGone) {
    if (whenGone == WhenGone.CANCEL) {
      runtime.cancel(position.thread(), position.runId(), OnCancel.KEEP);
    }
  }

  /** A connection says that nobody is there any more only when something is written to it. */
  private static Duration interval(Duration usual, WhenGone whenGone) {
    return whenGone == WhenGone.CANCEL && usual.compareTo(SOON) > 0 ? SOON : usual;
  }

  /** Writes frames to one client as they come. */
  private static final class FrameWriter implements EventReader<FollowedPart> {
    private static final Logger LOG = LoggerFactory.getLogger(FrameWriter.class);
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, UTF_8);

    private final RunPosition position;
    private final RunFrames frames;
    private final SseEmitter client;
    private final Runnable onGone;
    private boolean hasWritten;

    FrameWriter(RunPosition position, RunFrames frames, SseEmitter client, Runnable onGone) {
      this.position = position;
      this.frames = frames;
      this.client = client;
      this.onGone = onGone;
    }

    /** The first frame needs no event: the client learns at once which run it sees. */
    @Override
    public void begin() throws IOException {
      flush();
    }

    @Override
    public void event(FollowedPart part) throws IOException {
      frames.see(part);
      flush();
      if (frames.isComplete()) {
        client.complete();
      }
    }

    private void flush() throws IOException {
      for (RunFrames.Frame frame : frames.take()) {
        write(frame);
      }
    }

    private void write(RunFrames.Frame frame) throws IOException {
      try {
        client.send(
            SseEmitter.event()
                .id(frame.id().text())
                .name(frame.event())
                .data(new WireValue(frame.data()), MediaType.APPLICATION_JSON));
        hasWritten = true;
      } catch (IllegalStateException failure) {
        throw gone(failure).orElseThrow(() -> failure);
      }
    }

    /** Where the connection breaks while JSON is written, the failure is not told as it is. */
    private static Optional<IOException> gone(IllegalStateException failure) {
      return Optional.ofNullable(NestedExceptionUtils.getRootCause(failure))
          .filter(IOException.class::isInstance)
          .map(IOException.class::cast);
    }

    /** A comment without the blank line after it, which some clients would take for an event. */
    @Override
    public void idle() throws IOException {
      client.send(Set.of(new DataWithMediaType(": heartbeat\n", TEXT)));
      hasWritten = true;
    }

    @Override
    public boolean isDone() {
      return frames.isComplete();
    }

    @Override
    public void gone() {
      onGone.run();
    }

    @Override
    public void stopped() {
      cutOff("this server stops");
    }

    /** Where it would not help to come back, clients are told why. */
    @Override
    public void failed(RuntimeException failure) {
      if (failure instanceof GraphException known && known.isPassing()) {
        cutOff(String.valueOf(failure.getMessage()));
      } else {
        LOG.warn("The stream of a run was cut off.", LogContents.of(failure));
        tell(failure);
        client.complete();
      }
    }

    /**
     * Before anything was written, clients would take it for a refusal, and begin the run again.
     */
    private void cutOff(String reason) {
      if (hasWritten) {
        client.completeWithError(
            new StreamCutOffException("run '" + position.runId() + "'", reason));
      } else {
        client.complete();
      }
    }

    private void tell(RuntimeException failure) {
      try {
        client.send(
            SseEmitter.event()
                .name("error")
                .data(new WireValue(RunError.of(failure)), MediaType.APPLICATION_JSON));
      } catch (IOException | IllegalStateException gone) {
        LOG.debug("The client went before it could be told.", LogContents.of(gone));
      }
    }
  }
}
