package io.evergraph.temporal;

import io.evergraph.state.Contribution;
import java.util.List;

/**
 * A part of the history of a thread, newest first.
 *
 * @param entries the checkpoints
 * @param before the number to ask on before; 0 when this was the last page
 */
public record HistoryPage(List<Entry> entries, long before) implements Referable.Reply {
  /** Copies the entries. */
  public HistoryPage {
    entries = List.copyOf(entries);
  }

  /**
   * A checkpoint without its state.
   *
   * @param thread the thread as it stood there
   * @param writes what was written to get there
   */
  public record Entry(ThreadView thread, List<Contribution> writes) {
    /** Copies the writes. */
    public Entry {
      writes = List.copyOf(writes);
    }
  }
}
