package io.evergraph.server.langgraph;

import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;

/**
 * Where on its thread a run is to be looked for.
 *
 * @param run the run
 * @param from the number of the first event to read: none of the run's is before it
 */
record RunPosition(RunHandle run, long from) {
  /** Returns the position of a run of which nothing is known: the thread is read from its start. */
  static RunPosition anywhere(RunHandle run) {
    return new RunPosition(run, 1);
  }

  ThreadId thread() {
    return run.thread();
  }

  String runId() {
    return run.runId();
  }
}
