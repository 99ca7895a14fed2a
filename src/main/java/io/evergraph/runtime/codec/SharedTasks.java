package io.evergraph.runtime.codec;

import io.evergraph.pregel.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tasks that are written beside each other, each once; for one writer or reader. */
final class SharedTasks {
  /** What stands for the number of a task that is not written yet. */
  static final int NEW = -1;

  private final List<Task> tasks = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** Returns the number of a task; {@link #NEW} where it has to be written with its fields. */
  int add(Task task) {
    Integer known = numbers.get(task.id());
    if (known == null) {
      numbers.put(task.id(), tasks.size());
      tasks.add(task);
      return NEW;
    }
    return tasks.get(known).equals(task) ? known : NEW;
  }

  Task get(int number) {
    if (number < 0 || number >= tasks.size()) {
      throw new IllegalArgumentException(
          "Expected the number of one of " + tasks.size() + " tasks but found " + number + ".");
    }
    return tasks.get(number);
  }
}
