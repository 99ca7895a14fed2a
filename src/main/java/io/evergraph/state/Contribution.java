package io.evergraph.state;

import java.util.List;

/**
 * What one task writes at a barrier, in the order in which it wrote.
 *
 * @param writer the node that wrote, for messages
 * @param writes its writes, in order
 */
public record Contribution(String writer, List<Write> writes) {
  /** Copies the writes. */
  public Contribution {
    writes = List.copyOf(writes);
  }
}
