package io.evergraph.server.langgraph;

import io.evergraph.pregel.Interrupt;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import java.util.List;

/**
 * Where on its thread a run is to be looked for, and what was known there.
 *
 * @param from the number of the first event to read: none of the run's is before it
 * @param checkpoint the latest checkpoint of the graph itself at that event; 0 for none
 */
record RunPosition(
    ThreadId thread, String runId, long from, long checkpoint, List<Interrupt> open) {
  RunPosition {
    open = List.copyOf(open);
  }

  static RunPosition after(ThreadSnapshot before, String runId) {
    return new RunPosition(
        before.thread(), runId, before.lastEvent() + 1, before.checkpoint(), before.interrupts());
  }

  /** Returns the position of a run of which nothing is known: the thread is read from its start. */
  static RunPosition anywhere(ThreadId thread, String runId) {
    return new RunPosition(thread, runId, 1, 0, List.of());
  }
}
