package io.evergraph.server;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ContentHash;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends along to have a request taken once, however often it is sent.
 *
 * <p>The ids of what the request makes follow from it, so that the thread itself knows what it has
 * taken: that holds for requests that race, for other servers, and after a restart.
 *
 * @param value what the client chose; null for a request that is taken each time
 */
public record IdempotencyKey(@Nullable String value) {
  /** The name of the header. */
  public static final String HEADER = "Idempotency-Key";

  /** What it means, for the description of the interface. */
  public static final String MEANING =
      "Sent again with the same key, the request is taken once and gets the same reply: any text of"
          + " up to 255 characters, such as a UUID, a new one for each request that is meant anew.";

  private static final String DOMAIN = "idempotency-key";
  private static final int LONGEST = 255;

  /**
   * Returns the key of a header.
   *
   * @param header null for none
   * @throws InvalidInputException when it is empty, or too long
   */
  public static IdempotencyKey of(@Nullable String header) {
    if (header == null) {
      return new IdempotencyKey(null);
    }
    boolean quoted = header.length() > 1 && header.startsWith("\"") && header.endsWith("\"");
    String value = quoted ? header.substring(1, header.length() - 1) : header.strip();
    if (value.isBlank() || value.length() > LONGEST) {
      throw new InvalidInputException(
          "the header '" + HEADER + "'",
          "1 to " + LONGEST + " characters",
          value.length() + " characters");
    }
    return new IdempotencyKey(value);
  }

  /** Returns whether the client sent one. */
  public boolean isGiven() {
    return value != null;
  }

  /** Returns the id of a run that the request begins. */
  public String run(ThreadId thread) {
    return value == null ? TimeOrderedId.next() : ContentHash.uuid(DOMAIN, "run", thread, value);
  }

  /** Returns the id of an edit of a thread's state. */
  public String edit(ThreadId thread) {
    return value == null ? TimeOrderedId.next() : ContentHash.uuid(DOMAIN, "edit", thread, value);
  }

  /** Returns the id of a move to a checkpoint; a request may name another one when it is mended. */
  public String move(ThreadId thread, long checkpoint) {
    return value == null
        ? TimeOrderedId.next()
        : ContentHash.uuid(DOMAIN, "move", thread, value, checkpoint);
  }

  /** Returns the id of a schedule. */
  public String schedule() {
    return value == null ? TimeOrderedId.next() : ContentHash.uuid(DOMAIN, "schedule", value);
  }

  /** Returns the id of a thread that the request to a path makes. */
  public ThreadId thread(String path) {
    return value == null ? ThreadId.random() : ThreadId.of(ContentHash.uuid(DOMAIN, path, value));
  }
}
