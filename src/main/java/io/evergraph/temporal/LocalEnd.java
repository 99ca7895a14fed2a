package io.evergraph.temporal;

import io.temporal.api.history.v1.HistoryEvent;

/**
 * How a thread has ended, as the interpreter in this process tells it before the server has taken
 * note of it. It counts once the server's last event names the same workflow task: what another
 * worker has done instead has another number.
 *
 * @param historyLength the number of the event that began the interpreter's last workflow task
 * @param view how the thread was doing in the end
 */
record LocalEnd(long historyLength, ThreadView view) {
  /** Returns whether a workflow has ended with the workflow task that told this. */
  boolean isConfirmedBy(HistoryEvent last) {
    return EndMarker.taskOf(last) == historyLength + 1;
  }
}
