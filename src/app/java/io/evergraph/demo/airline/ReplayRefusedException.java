package io.evergraph.demo.airline;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the replay service cannot answer, because it is asked for something that was not
 * recorded; the message says what was expected, what was found, and how to go on.
 */
public final class ReplayRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final @Nullable String field;

  ReplayRefusedException(int status, String code, @Nullable String field, String message) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }

  /**
   * Returns the HTTP status: 400 for a difference from the recording or a malformed request, 404
   * for an unknown conversation or path, 405 for a wrong method, 413 for a body that is too large.
   */
  public int status() {
    return status;
  }

  /** Returns the kind of refusal for programs, such as {@code recording_mismatch}. */
  public String code() {
    return code;
  }

  /**
   * Returns the path of the field that is to blame, such as {@code messages[3].content} with
   * indices that leave system messages out; null where it is not one field.
   */
  public @Nullable String field() {
    return field;
  }
}
