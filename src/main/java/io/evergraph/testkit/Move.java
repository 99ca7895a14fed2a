package io.evergraph.testkit;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import java.time.Duration;

/** A message to the thread of a run; it waits until the run that it begins has stopped. */
@FunctionalInterface
interface Move {
  void make(GraphRuntime on, ThreadId thread, String runId);

  /** Returns whether only a test that moves the clock can make it. */
  default boolean needsClock() {
    return false;
  }

  /** Lets time pass. */
  record Wait(TestBed bed, Duration time) implements Move {
    @Override
    public void make(GraphRuntime on, ThreadId thread, String runId) {
      bed.pass(thread, time);
    }

    @Override
    public boolean needsClock() {
      return true;
    }
  }
}
