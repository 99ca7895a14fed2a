package io.evergraph.state;

import io.evergraph.error.ConflictingWriteException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which tasks of one superstep, by position, write which channels, and which overwrite them. */
final class WriteConflicts {
  private final List<TaskWrites> tasks;
  private final Map<String, List<Integer>> writing = new LinkedHashMap<>();
  private final Map<String, List<Integer>> overwriting = new LinkedHashMap<>();

  WriteConflicts(List<TaskWrites> tasks) {
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

  /** Positions come in ascending order. */
  private static void note(Map<String, List<Integer>> notes, Write write, int position) {
    List<Integer> noted = notes.computeIfAbsent(write.channel(), any -> new ArrayList<>());
    if (noted.isEmpty() || noted.get(noted.size() - 1) != position) {
      noted.add(position);
    }
  }

  void refuseConflicts(StateSchema schema) {
    overwriting.forEach(this::requireOne);
    writing.forEach(
        (channel, positions) -> {
          String writer = tasks.get(positions.get(0)).writer();
          boolean takesOne =
              schema.channel(channel, writer).reducer().concurrency()
                  == Reducer.Concurrency.ONE_WRITER;
          if (takesOne && !overwriting.containsKey(channel)) {
            requireOne(channel, positions);
          }
        });
  }

  private void requireOne(String channel, List<Integer> positions) {
    if (positions.size() > 1) {
      throw new ConflictingWriteException(
          channel, positions.stream().map(position -> tasks.get(position).writer()).toList());
    }
  }

  /** Returns whether a task's writes to a channel count: not where another task overwrites it. */
  boolean mayWrite(int position, String channel) {
    List<Integer> owners = overwriting.get(channel);
    return owners == null || owners.contains(position);
  }
}
