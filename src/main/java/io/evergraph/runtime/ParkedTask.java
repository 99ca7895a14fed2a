package io.evergraph.runtime;

import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Write;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A task that was given up and holds its thread until somebody decides: try again, skip it, or try
 * again with other values.
 *
 * @param graph the graph it runs
 * @param namespace the subgraph it belongs to; empty for the graph itself
 * @param failure how it failed
 * @param input what it was sent with, or given by an edit, as plain values by channel; empty for a
 *     task that reads the state and nothing else
 */
public record ParkedTask(
    ThreadId thread,
    String graph,
    String id,
    String node,
    String namespace,
    TaskFailure failure,
    Map<String, @Nullable Object> input) {
  public ParkedTask {
    input = Collections.unmodifiableMap(new LinkedHashMap<>(input));
  }

  /** Returns the tasks that hold a thread, in task order; none where it is not parked. */
  public static List<ParkedTask> of(ThreadSnapshot snapshot, StateCodec codec) {
    if (snapshot.status() != ThreadStatus.ERROR) {
      return List.of();
    }
    return snapshot.tasks().stream()
        .flatMap(
            task ->
                Stream.ofNullable(task.failure())
                    .map(failure -> of(snapshot, task, failure, codec)))
        .toList();
  }

  private static ParkedTask of(
      ThreadSnapshot snapshot, TaskView task, TaskFailure failure, StateCodec codec) {
    Map<String, @Nullable Object> input = new LinkedHashMap<>();
    for (Write write : Objects.requireNonNullElse(task.given(), List.<Write>of())) {
      input.put(write.channel(), codec.plain(write.value()));
    }
    return new ParkedTask(
        snapshot.thread(),
        Objects.requireNonNullElse(snapshot.graph(), ""),
        task.id(),
        task.node(),
        task.namespace(),
        failure,
        input);
  }
}
