package io.evergraph.runtime;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a recorded thread goes on another version of its graph.
 *
 * @param thread the thread
 * @param version the version that it is recorded on
 * @param steps how many inputs and results were played
 * @param divergence where it would first go otherwise; null for nowhere
 * @param misfits why the thread cannot move to that version, where it is open; empty where it can
 */
public record ReplayReport(
    ThreadId thread,
    String version,
    int steps,
    @Nullable Divergence divergence,
    List<String> misfits) {
  /** Copies the misfits. */
  public ReplayReport {
    misfits = List.copyOf(misfits);
  }

  /** Returns whether everything goes as it is recorded, and the thread can move. */
  public boolean fits() {
    return divergence == null && misfits.isEmpty();
  }

  /** Returns where it would first go otherwise. */
  public Optional<Divergence> first() {
    return Optional.ofNullable(divergence);
  }
}
