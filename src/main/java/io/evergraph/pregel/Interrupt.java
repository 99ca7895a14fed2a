package io.evergraph.pregel;

import io.evergraph.graph.ContentHash;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An open question of a task.
 *
 * @param id 32 hex digits, derived from the task and the question's key or position
 * @param taskId the task that asks
 * @param namespace the frame of the task
 * @param node the node that asks
 * @param value what is shown to whom answers
 * @param schema the JSON schema of the answer, as plain maps and lists; null takes any answer
 * @param metadata free facts for doors and pages
 */
public record Interrupt(
    String id,
    String taskId,
    String namespace,
    String node,
    Object value,
    @Nullable Map<String, Object> schema,
    Map<String, Object> metadata) {
  /** Copies the metadata. */
  public Interrupt {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns the id of a task's question under a key. */
  public static String keyedId(String taskId, String key) {
    return ContentHash.hex(taskId, "key", key);
  }

  /** Returns the id of a task's k-th question without a key, counted from 0. */
  public static String countedId(String taskId, int position) {
    return ContentHash.hex(taskId, "position", position);
  }
}
