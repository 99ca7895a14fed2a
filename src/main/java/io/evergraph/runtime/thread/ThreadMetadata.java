package io.evergraph.runtime.thread;

import io.evergraph.error.InvalidInputException;
import java.util.Map;

/** What every runtime asks of the metadata that a thread is created with. */
public final class ThreadMetadata {
  /** Whose a thread is; it can be searched for. */
  public static final String TENANT = "tenant";

  private static final int LONGEST_TENANT = 255;

  private ThreadMetadata() {}

  /**
   * Lets metadata pass.
   *
   * @throws InvalidInputException when its tenant is too long to be searched for
   */
  public static Map<String, Object> checked(Map<String, Object> metadata) {
    if (metadata.get(TENANT) instanceof String tenant && tenant.length() > LONGEST_TENANT) {
      throw new InvalidInputException(
          "the 'tenant' of a thread",
          "at most " + LONGEST_TENANT + " characters",
          tenant.length() + " characters");
    }
    return metadata;
  }
}
