package io.evergraph.temporal.protocol;

import io.evergraph.runtime.ThreadStatus;

/** What was sent to a thread and waits in its inbox. Its form is what the wire carries. */
public sealed interface ThreadMessage
    permits SubmitMessage,
        ResumeMessage,
        ProceedMessage,
        UpdateStateMessage,
        ForkMessage,
        RollbackMessage,
        MigrateMessage,
        CopyMessage,
        CancelMessage,
        PauseMessage {
  /** Returns the id of the message; the same id a second time changes nothing. */
  String id();

  /** Returns what of this its sender has written; the rest was taken from the thread. */
  default ThreadMessage fromOutside() {
    return this;
  }

  /** Returns whether this can be applied to a thread that is doing so. */
  default boolean isReady(ThreadStatus status) {
    return true;
  }

  /** Does what fits the kind of this message. */
  <R> R match(Cases<R> cases);

  /** One handler for each kind of message. */
  interface Cases<R> {
    /** Handles {@link SubmitMessage}. */
    R submit(SubmitMessage it);

    /** Handles {@link ResumeMessage}. */
    R resume(ResumeMessage it);

    /** Handles {@link ProceedMessage}. */
    R proceed(ProceedMessage it);

    /** Handles {@link UpdateStateMessage}. */
    R edit(UpdateStateMessage it);

    /** Handles {@link ForkMessage}. */
    R takeUp(ForkMessage it);

    /** Handles {@link RollbackMessage}. */
    R goBack(RollbackMessage it);

    /** Handles {@link MigrateMessage}. */
    R moveTo(MigrateMessage it);

    /** Handles {@link CopyMessage}. */
    R copyOf(CopyMessage it);

    /** Handles {@link CancelMessage}. */
    R cancel(CancelMessage it);

    /** Handles {@link PauseMessage}. */
    R pause(PauseMessage it);
  }

  /** Returns what a caller sent, without what was added to it on the way. */
  static Object written(Object message) {
    return message instanceof ThreadMessage sent ? sent.fromOutside() : message;
  }
}
