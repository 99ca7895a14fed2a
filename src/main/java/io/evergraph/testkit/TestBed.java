package io.evergraph.testkit;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import java.time.Duration;

/** Where a run is played: a runtime, and what works on its threads. */
interface TestBed extends AutoCloseable {
  GraphRuntime runtime();

  /** Lets a time pass; what is due on the way happens, and is awaited where the thread goes on. */
  void pass(ThreadId thread, Duration time);

  /** Discards what works on threads, with all that it holds, and puts another in its place. */
  void replaceWorker();

  /** Returns how often that was done. */
  int replacedWorkers();

  @Override
  void close();
}
