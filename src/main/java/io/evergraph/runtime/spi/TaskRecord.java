package io.evergraph.runtime.spi;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a task of an agent.
 *
 * @param id the id of the task
 * @param agent the name of the graph that does it
 * @param user for whom it is done
 * @param thread the thread that it runs on
 * @param run the run that does it: the first one, later the one that the latest answer began
 * @param input the channels that it begins with, as plain values
 * @param context what is passed to the nodes, as plain values
 * @param state how it is doing
 * @param error why it failed, timed out or was cancelled; else null
 * @param createdAt when it was admitted
 * @param changedAt when its state changed last
 */
public record TaskRecord(
    String id,
    String agent,
    String user,
    String thread,
    String run,
    Map<String, Object> input,
    Map<String, Object> context,
    TaskState state,
    @Nullable String error,
    Instant createdAt,
    Instant changedAt) {
  public TaskRecord {
    input = Collections.unmodifiableMap(new LinkedHashMap<>(input));
    context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
  }

  /** Returns this record after a change. */
  public TaskRecord after(TaskRecordChange change, Instant at) {
    return new TaskRecord(
        id,
        agent,
        user,
        thread,
        change.run() == null ? run : change.run(),
        input,
        context,
        change.state(),
        change.error(),
        createdAt,
        at);
  }
}
