package io.evergraph.graph;

import java.time.Instant;
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
 * @param metadata free facts for endpoints and pages
 * @param expiry how long it waits, and what becomes of it then; null waits for ever
 * @param expiresAt when its time is up; null where it waits for ever, or has not been taken in yet
 */
public record Interrupt(
    String id,
    String taskId,
    String namespace,
    String node,
    Object value,
    @Nullable Map<String, Object> schema,
    Map<String, Object> metadata,
    @Nullable Expiry expiry,
    @Nullable Instant expiresAt) {
  public Interrupt {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns this question as it is asked at a time. */
  public Interrupt askedAt(Instant now) {
    return expiry == null
        ? this
        : new Interrupt(
            id, taskId, namespace, node, value, schema, metadata, expiry, now.plus(expiry.after()));
  }

  /** Returns whether its time is up. */
  public boolean isDue(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
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
