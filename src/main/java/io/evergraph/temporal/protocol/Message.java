package io.evergraph.temporal.protocol;

import io.evergraph.runtime.ThreadStatus;

/** What was sent to a thread and waits in its inbox. Its form is what the wire carries. */
public sealed interface Message
    permits Submit, Resume, Proceed, Edit, TakeUp, GoBack, MoveTo, CopyOf, Cancel, Pause {
  /** Returns the id of the message; the same id a second time changes nothing. */
  String id();

  /** Returns what of this its sender has written; the rest was taken from the thread. */
  default Message fromOutside() {
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
    /** Handles {@link Submit}. */
    R submit(Submit it);

    /** Handles {@link Resume}. */
    R resume(Resume it);

    /** Handles {@link Proceed}. */
    R proceed(Proceed it);

    /** Handles {@link Edit}. */
    R edit(Edit it);

    /** Handles {@link TakeUp}. */
    R takeUp(TakeUp it);

    /** Handles {@link GoBack}. */
    R goBack(GoBack it);

    /** Handles {@link MoveTo}. */
    R moveTo(MoveTo it);

    /** Handles {@link CopyOf}. */
    R copyOf(CopyOf it);

    /** Handles {@link Cancel}. */
    R cancel(Cancel it);

    /** Handles {@link Pause}. */
    R pause(Pause it);
  }

  /** Returns what a caller sent, without what was added to it on the way. */
  static Object written(Object message) {
    return message instanceof Message sent ? sent.fromOutside() : message;
  }
}
