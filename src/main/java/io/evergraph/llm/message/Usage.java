package io.evergraph.llm.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tokens that an answer took, as the provider counts them.
 *
 * @param inputTokens those of the chat that was sent
 * @param outputTokens those of the answer
 * @param totalTokens both
 * @param details what else the provider counts, by its names: what was cached, what was thought
 */
public record Usage(
    long inputTokens, long outputTokens, long totalTokens, Map<String, Object> details) {
  public Usage {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** Makes a usage without details. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, inputTokens + outputTokens, Map.of());
  }
}
