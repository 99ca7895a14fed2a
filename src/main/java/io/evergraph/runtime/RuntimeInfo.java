package io.evergraph.runtime;

import java.util.Map;

/**
 * What a runtime is.
 *
 * @param kind {@code memory} or {@code temporal}
 * @param durability whether runs survive this process
 * @param messageBytes the most bytes that an input, an answer or an edit may have
 * @param details further facts by name, such as the server's address
 */
public record RuntimeInfo(
    String kind, Durability durability, long messageBytes, Map<String, String> details) {
  /** What fits into one message everywhere, without a store of large values: 256 kB. */
  public static final long USUAL_MESSAGE_BYTES = 256 * 1024;

  private static final String MEMORY = "memory";

  /** The detail that says what kind of store keeps checkpoints; absent where none does. */
  public static final String CHECKPOINTS = "checkpoints";

  public RuntimeInfo {
    details = Map.copyOf(details);
  }

  /**
   * Returns whether another process goes on with the threads of this one, from where they were
   * saved last: those of the runtime in memory with a checkpoint store that outlives the process.
   */
  public boolean isSaved() {
    String saved = details.getOrDefault(CHECKPOINTS, MEMORY);
    return kind.equals(MEMORY) && !saved.equals(MEMORY);
  }

  /** Whether runs survive the process that drives them. */
  public enum Durability {
    /** They are lost with this process. */
    LOST_WITH_PROCESS,
    /** They go on in another process. */
    DURABLE
  }
}
