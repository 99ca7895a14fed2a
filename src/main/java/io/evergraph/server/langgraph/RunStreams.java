package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.stream.FollowedRunStream;
import io.evergraph.server.EventPump;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Lets clients follow runs: frame by frame, or to the outcome. */
public final class RunStreams {
  private static final long NO_TIMEOUT = 0;

  /** How soon a client is missed that has its run cancelled by going. */
  private static final Duration SOON = Duration.ofMillis(250);

  private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(36_500);

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
            new FollowedRunStream(
                runtime, position.thread(), position.runId(), modes.options(position.from())),
        interval(keepAlive.stream(), whenGone),
        new FrameWriter(frames, client, () -> gone(position, whenGone)));
    return client;
  }

  /**
   * Returns the answer that streams a run from its beginning, or from where a connection broke.
   *
   * @param modes what is shown, by the names of the LangGraph Server API; none for values
   * @param lastEventId the id of the last frame that the client has seen; null for none
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   * @throws io.evergraph.error.UnknownRunException when it has no such run
   */
  public ResponseEntity<SseEmitter> again(
      String thread,
      String run,
      List<String> modes,
      boolean subgraphs,
      @Nullable String lastEventId) {
    StreamModes wanted = StreamModes.ofQuery(modes, subgraphs);
    FrameId seen = FrameId.read(lastEventId);
    RunPosition position = RunPosition.anywhere(runtime.run(ThreadId.of(thread), run));
    return RunResponses.stream(position, wanted)
        .body(frames(position, wanted, seen, WhenGone.CONTINUE));
  }

  ResponseBodyEmitter outcome(RunPosition position, WhenGone whenGone) {
    ResponseBodyEmitter client = new ResponseBodyEmitter(NO_TIMEOUT);
    pump.carry(
        () -> pump.later(() -> position.run().await(AS_LONG_AS_IT_TAKES)),
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
}
