package io.evergraph.runtime;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run that waits for its turn on a busy thread.
 *
 * @param metadata what its caller noted on it
 * @param at when it was taken in
 */
public record QueuedRun(String runId, Map<String, Object> metadata, Instant at) {
  public QueuedRun {
    metadata =
        metadata == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
