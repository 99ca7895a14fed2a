package io.evergraph.server.langgraph;

import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import java.util.Optional;

/**
 * The edits that a thread has taken, by its events.
 *
 * @param runtime knows the thread
 * @param thread the thread
 */
record MadeEdits(GraphRuntime runtime, ThreadId thread) {

  /**
   * Returns the checkpoint that an edit or a fork made; empty where none did.
   *
   * @param from the number of the first event to look at
   */
  Optional<Long> find(String id, long from) {
    return runtime.events(thread, from).stream()
        .flatMap(event -> checkpoint(event, id).stream())
        .findFirst();
  }

  private static Optional<Long> checkpoint(RunEvent event, String id) {
    if (event instanceof HeadEvent.StateEdited edited && edited.editId().equals(id)) {
      return Optional.of(edited.checkpoint());
    }
    return event instanceof HeadEvent.Forked forked && forked.forkId().equals(id)
        ? Optional.of(forked.checkpoint())
        : Optional.empty();
  }
}
