package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A part of the reply to a query that may be too large to be sent in one piece.
 *
 * @param next the position of the character after them; 0 when these are the last
 * @param digest the digest of the whole reply: parts of one digest fit together; empty where there
 *     is one part
 */
public record ReplyPart(String text, int next, String digest) {

  /**
   * Asks for a part.
   *
   * @param digest the digest of the reply that the part before was of; null for the first part
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Request(
      String query, @Nullable JsonNode argument, int from, @Nullable String digest) {}
}
