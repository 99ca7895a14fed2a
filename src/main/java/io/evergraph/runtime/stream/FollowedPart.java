package io.evergraph.runtime.stream;

import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;

/** What a reader of a run sees next, and on which of the threads that it reads. */
public sealed interface FollowedPart {
  /**
   * Returns the namespace of the call that the thread works for; empty for the run's own thread.
   */
  String call();

  /**
   * A part.
   *
   * @param call the innermost call that is being read and that the part is inside of
   */
  record Shown(String call, StreamPart part) implements FollowedPart {}

  /**
   * From here on the thread of a call is read. When that is depends on what the thread around
   * records only: on nothing that happens beside it.
   *
   * @param outer the call around; empty for none
   * @param thread the thread that works for the call
   */
  record Opened(String call, String outer, ThreadId thread) implements FollowedPart {}

  /** The call was read as far as it belongs to the run up to here. */
  record Closed(String call) implements FollowedPart {}
}
