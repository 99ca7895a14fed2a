package io.evergraph.temporal.protocol;

import io.evergraph.error.ThreadBusyException;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.runtime.ThreadStatus;
import java.util.function.Supplier;

/** How a thread will stand once everything is applied that was taken in before a message. */
public record ProjectedThread(BoundGraph bound, Checkpoint at, Supplier<ThreadStatus> status) {

  /**
   * Lets a message pass that a thread at rest takes.
   *
   * @param what the message, for the reader of the refusal
   * @throws ThreadBusyException when a run is in progress
   */
  void requireRest(String what) {
    if (status.get() == ThreadStatus.BUSY) {
      throw new ThreadBusyException(at.thread(), what);
    }
  }
}
