package io.evergraph.demo.airline;

import org.jspecify.annotations.Nullable;

final class ReplayRefusedException extends RuntimeException {

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

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  /**
   * Returns the path of the field that is to blame, such as {@code messages[3].content} with
   * indices that leave system messages out; null where it is not one field.
   */
  @Nullable String field() {
    return field;
  }
}
