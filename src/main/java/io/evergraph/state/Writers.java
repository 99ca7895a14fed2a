package io.evergraph.state;

import io.evergraph.error.ConflictingWriteException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which tasks of one superstep, by position, write which channels, and which overwrite them. */
final class Writers {
  private final List<Contribution> tasks;
  private final Map<String, SortedSet<Integer>> writing = new LinkedHashMap<>();
  private final Map<String, SortedSet<Integer>> overwriting = new LinkedHashMap<>();

  Writers(List<Contribution> tasks) {
    this.tasks = tasks;
    if (tasks.size() > 1) {
      noteAll();
    }
  }

  /** One task alone cannot be in conflict. */
  private void noteAll() {
    for (int position = 0; position < tasks.size(); position++) {
      for (Write write : tasks.get(position).writes()) {
        note(writing, write, position);
        if (write.overwrite()) {
          note(overwriting, write, position);
        }
      }
    }
  }

  private static void note(Map<String, SortedSet<Integer>> notes, Write write, int position) {
    notes.computeIfAbsent(write.channel(), any -> new TreeSet<>()).add(position);
  }

  void refuseConflicts(StateSchema schema) {
    overwriting.forEach(this::requireOne);
    writing.forEach(
        (channel, positions) -> {
          String writer = tasks.get(positions.first()).writer();
          boolean takesOne =
              schema.channel(channel, writer).reducer().concurrency()
                  == Reducer.Concurrency.ONE_WRITER;
          if (takesOne && !overwriting.containsKey(channel)) {
            requireOne(channel, positions);
          }
        });
  }

  private void requireOne(String channel, SortedSet<Integer> positions) {
    if (positions.size() > 1) {
      throw new ConflictingWriteException(
          channel, positions.stream().map(position -> tasks.get(position).writer()).toList());
    }
  }

  /** Returns whether a task's writes to a channel count: not where another task overwrites it. */
  boolean mayWrite(int position, String channel) {
    SortedSet<Integer> owners = overwriting.get(channel);
    return owners == null || owners.contains(position);
  }
}
