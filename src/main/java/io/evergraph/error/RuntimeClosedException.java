package io.evergraph.error;

/** Somebody asked something of a runtime that was closed. */
public final class RuntimeClosedException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param runtime which one it was
   */
  public RuntimeClosedException(String runtime) {
    this(Facts.of("runtime", runtime));
  }

  RuntimeClosedException(Facts facts) {
    super(
        facts,
        "Expected the {runtime} runtime to be open but found that it was closed. Close it after the"
            + " last run, or make another one.");
  }

  @Override
  public boolean isOutage() {
    return true;
  }
}
