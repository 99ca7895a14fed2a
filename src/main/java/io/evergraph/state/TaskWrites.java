package io.evergraph.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What one task writes at a barrier, in the order in which it wrote.
 *
 * @param writer the node that wrote, for messages
 * @param writes its writes, in order
 */
public record TaskWrites(String writer, List<Write> writes) {
  public TaskWrites {
    writes = List.copyOf(writes);
  }

  /**
   * Returns the writes of several tasks in order, without those to a channel that another of the
   * tasks overwrites.
   *
   * @param wanted of each of the tasks, the writes that are of interest
   */
  public static List<Write> counting(List<TaskWrites> tasks, List<TaskWrites> wanted) {
    WriteConflicts writers = new WriteConflicts(tasks);
    List<Write> counting = new ArrayList<>();
    for (int position = 0; position < wanted.size(); position++) {
      for (Write write : wanted.get(position).writes()) {
        if (writers.mayWrite(position, write.channel())) {
          counting.add(write);
        }
      }
    }
    return counting;
  }

  /** Returns these without writes to channels that do not pass a test. */
  public TaskWrites only(Predicate<String> wanted) {
    List<Write> some = new ArrayList<>(writes);
    return some.removeIf(write -> !wanted.test(write.channel()))
        ? new TaskWrites(writer, some)
        : this;
  }
}
