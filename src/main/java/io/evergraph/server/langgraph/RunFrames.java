package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.stream.FollowedPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns what is to be seen of a run into the frames of its stream. The place of what the thread
 * records depends on that and on the modes only, so that a client that comes back can go on after
 * the last frame it saw.
 */
final class RunFrames implements StreamPart.Cases<Boolean> {
  private static final String INTERRUPT = "__interrupt__";

  private final FrameData data;
  private final MessageFrames messages;
  private final StreamModes modes;
  private final FramePlaces places;
  private final List<Frame> frames = new ArrayList<>();
  private boolean complete;

  record Frame(FrameId id, String event, @Nullable Object data) {}

  RunFrames(GraphRuntime runtime, RunPosition position, StreamModes modes, FrameId seen) {
    this.data = new FrameData(runtime.codec(), position);
    this.modes = modes;
    this.messages = new MessageFrames(data, modes, this::recorded, this::pass, this::live);
    this.places = new FramePlaces(position.thread(), seen);
    recorded("metadata", JsonObject.of("run_id", position.runId(), "attempt", 1));
  }

  void see(FollowedPart followed) {
    if (followed instanceof FollowedPart.Opened opened) {
      places.open(opened);
    } else if (followed instanceof FollowedPart.Closed closed) {
      places.close(closed);
    } else if (followed instanceof FollowedPart.Shown shown) {
      places.in(shown.call());
      shown.part().match(this);
    }
  }

  List<Frame> take() {
    List<Frame> taken = List.copyOf(frames);
    frames.clear();
    return taken;
  }

  /** Returns whether the run has stopped: no frame follows those that wait to be taken. */
  boolean isComplete() {
    return complete;
  }

  @Override
  public Boolean values(StreamPart.Values it) {
    return recorded(name("values", it), data.plain(it.state()));
  }

  @Override
  public Boolean update(StreamPart.Update it) {
    return recorded(name("updates", it), data.update(it));
  }

  @Override
  public Boolean messageChunk(StreamPart.MessageChunk it) {
    return messages.chunk(it);
  }

  @Override
  public Boolean messageFinished(StreamPart.MessageFinished it) {
    return messages.finished(it);
  }

  @Override
  public Boolean custom(StreamPart.Custom it) {
    return live(name("custom", it), it.value(), it);
  }

  @Override
  public Boolean progressed(StreamPart.Progressed it) {
    return live(name("custom", it), FrameData.progress(it), it);
  }

  @Override
  public Boolean attemptBegun(StreamPart.AttemptBegun it) {
    return live(name("attempts", it), FrameData.begun(it), it);
  }

  @Override
  public Boolean attemptFailed(StreamPart.AttemptFailed it) {
    return live(name("attempts", it), FrameData.failed(it), it);
  }

  @Override
  public Boolean taskStarted(StreamPart.TaskStarted it) {
    return recorded(name("tasks", it), data.started(it));
  }

  @Override
  public Boolean taskEnded(StreamPart.TaskEnded it) {
    return recorded(name("tasks", it), data.ended(it));
  }

  @Override
  public Boolean checkpointMade(StreamPart.CheckpointMade it) {
    return recorded(name("checkpoints", it), data.checkpoint(it, places));
  }

  @Override
  public Boolean debug(StreamPart.Debug it) {
    return recorded(name("debug", it), data.debug(it, places));
  }

  @Override
  public Boolean ended(StreamPart.Ended it) {
    Optional<RunError> error = RunError.of(it);
    if (error.isPresent()) {
      recorded("error", error.get());
    } else {
      data.interrupts(it).ifPresent(questions -> interrupted(Map.of(INTERRUPT, questions)));
      recorded("end", null);
    }
    complete = true;
    return true;
  }

  /** In a frame of its own, and last: clients take nothing else from a frame that has it. */
  private void interrupted(Map<String, Object> questions) {
    if (modes.has(StreamMode.UPDATES)) {
      recorded("updates", questions);
    }
    if (modes.has(StreamMode.VALUES)) {
      recorded("values", questions);
    }
  }

  private static String name(String mode, StreamPart part) {
    return part.namespace().isEmpty() ? mode : mode + "|" + part.namespace();
  }

  /** Adds a frame that has its place each time that the run is streamed. */
  private boolean recorded(String event, @Nullable Object content) {
    return places.recorded() && frames.add(new Frame(places.id(), event, content));
  }

  /** Leaves a place without a frame: what would stand there has been seen. */
  private void pass() {
    boolean unused = places.recorded();
  }

  /** Adds a frame that only those see who watch now, unless the client has seen it before. */
  private boolean live(String event, @Nullable Object content, StreamPart.Live part) {
    return places.live(part.at()) && frames.add(new Frame(places.id(), event, content));
  }
}
