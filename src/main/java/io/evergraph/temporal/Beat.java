package io.evergraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.StateCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a heartbeat carries from attempt to attempt.
 *
 * @param failures how often the node itself has failed before
 * @param details what the node said last; null when it said nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Beat(int failures, @Nullable JsonNode details) {
  private static final Beat NONE = new Beat(0, null);

  /** Reads a beat; a number alone is one without details. */
  static Beat read(Optional<JsonNode> tree, StateCodec codec) {
    return tree.map(it -> read(it, codec)).orElse(NONE);
  }

  private static Beat read(JsonNode tree, StateCodec codec) {
    if (tree.isInt()) {
      return new Beat(tree.asInt(), null);
    }
    return Optional.<Beat>ofNullable(codec.fromJson(tree, Beat.class, "a heartbeat")).orElse(NONE);
  }
}
