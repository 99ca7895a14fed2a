package io.evergraph.temporal;

import io.evergraph.runtime.StateCodec;
import io.evergraph.runtime.TaskView;
import io.evergraph.state.Contribution;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes values are, in time that grows with the values and nothing else.
 *
 * @param codec measures what is neither text nor a collection
 */
record Weight(StateCodec codec) {
  private static final long FIXED = 16;
  private static final long REPLY_BYTES = 200_000;

  long ofContributions(List<Contribution> contributions) {
    return contributions.stream()
        .flatMap(contribution -> contribution.writes().stream())
        .map(Write::value)
        .mapToLong(this::of)
        .sum();
  }

  long of(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return FIXED + text.length();
    }
    if (value instanceof Collection<?> elements) {
      return FIXED + elements.stream().mapToLong(this::of).sum();
    }
    if (value instanceof Map<?, ?> map) {
      return FIXED
          + map.entrySet().stream()
              .mapToLong(entry -> of(entry.getKey()) + of(entry.getValue()))
              .sum();
    }
    return value instanceof Number || value instanceof Boolean || value == null
        ? FIXED
        : FIXED + codec.toJson(value).toString().length();
  }

  /** Returns views of tasks with their values, as far as those fit into one reply together. */
  List<TaskView> limited(List<TaskView> tasks) {
    List<TaskView> limited = new ArrayList<>();
    long left = REPLY_BYTES;
    for (TaskView task : tasks) {
      left -= of(task.writes()) + of(task.given());
      limited.add(left < 0 ? task.withWrites(null).withGiven(null) : task);
    }
    return limited;
  }

  private long of(@Nullable List<Write> writes) {
    return writes == null ? 0 : writes.stream().map(Write::value).mapToLong(this::of).sum();
  }
}
