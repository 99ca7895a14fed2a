package io.evergraph.runtime;

import java.util.List;

/** What can be watched of a run. */
public enum StreamMode {
  /** What the channels hold: at the beginning, and after each superstep that wrote something. */
  VALUES(StreamPart.Values.class),
  /** What each node wrote, as soon as it has finished. */
  UPDATES(StreamPart.Update.class),
  /** The messages that nodes write: word by word where they come so, else whole. */
  MESSAGES(StreamPart.MessageChunk.class, StreamPart.MessageFinished.class),
  /** What nodes emit of their own: values and progress. */
  CUSTOM(StreamPart.Custom.class, StreamPart.Progressed.class),
  /** The attempts of tasks after the first, and how attempts fail. */
  ATTEMPTS(StreamPart.AttemptBegun.class, StreamPart.AttemptFailed.class),
  /** The begin and the end of each task. */
  TASKS(StreamPart.TaskStarted.class, StreamPart.TaskEnded.class),
  /** Each checkpoint. */
  CHECKPOINTS(StreamPart.CheckpointMade.class),
  /** Tasks and checkpoints with step and time. */
  DEBUG(StreamPart.Debug.class);

  @SuppressWarnings("ImmutableEnumChecker") // lists made by of() are immutable
  private final List<Class<?>> parts;

  StreamMode(Class<?>... parts) {
    this.parts = List.of(parts);
  }

  boolean shows(StreamPart part) {
    return parts.contains(part.getClass());
  }
}
