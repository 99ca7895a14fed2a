package io.evergraph.state;

import java.util.List;
import java.util.function.Predicate;

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

  /** Returns this contribution without writes to channels that do not pass a test. */
  public Contribution only(Predicate<String> wanted) {
    boolean all = writes.stream().allMatch(write -> wanted.test(write.channel()));
    return all
        ? this
        : new Contribution(
            writer, writes.stream().filter(write -> wanted.test(write.channel())).toList());
  }
}
