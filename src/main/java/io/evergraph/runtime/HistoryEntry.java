package io.evergraph.runtime;

import io.evergraph.state.TaskWrites;
import java.util.List;

/**
 * A checkpoint in the history of a thread.
 *
 * @param snapshot the thread as it stood there; its tasks as they were when it went on
 * @param writes what was written to get there from the checkpoint before, by node, in order
 */
public record HistoryEntry(ThreadSnapshot snapshot, List<TaskWrites> writes) {
  public HistoryEntry {
    writes = List.copyOf(writes);
  }
}
