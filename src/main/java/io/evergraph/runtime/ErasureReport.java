package io.evergraph.runtime;

import java.util.List;
import java.util.Objects;

/**
 * What an erasure did.
 *
 * @param dryRun whether it only told what it would do
 * @param threads the threads that were meant
 * @param entries what became of each place, in the order in which they were looked at
 */
public record ErasureReport(boolean dryRun, List<ThreadId> threads, List<Entry> entries) {
  public ErasureReport {
    threads = List.copyOf(threads);
    entries = List.copyOf(entries);
  }

  /** Returns whether every place was reached, and nothing that was meant is left. */
  public boolean isComplete() {
    return entries.stream()
        .noneMatch(it -> it.outcome() == Outcome.UNREACHED || it.outcome() == Outcome.PENDING);
  }

  /** Where something of a thread or user is kept. */
  public enum Place {
    /** The thread itself, with its checkpoints and events: executions of its workflow. */
    HISTORY,
    /** The checkpoint store: threads. */
    CHECKPOINTS,
    /** The store of large values: values. */
    BLOBS,
    /** The cache of nodes: results. */
    NODE_CACHE,
    /** The event bus: emissions that are still held. */
    EMISSIONS,
    /** The records of tasks: tasks. */
    TASKS,
    /** The long-term store: items. */
    STORE
  }

  /** What became of something. */
  public enum Outcome {
    /** It was removed, or would be. */
    REMOVED,
    /** It stays, because others use it. */
    SHARED,
    /** It goes by itself, later. */
    PENDING,
    /** The place did not answer, or does not offer it; do the same again. */
    UNREACHED
  }

  /**
   * What became of one place.
   *
   * @param subject the thread, namespace or node that was looked for
   * @param count how many of what the place holds
   * @param reason why it stays; empty for what was removed
   */
  public record Entry(Place place, String subject, Outcome outcome, int count, String reason) {
    public Entry {
      Objects.requireNonNull(place);
      Objects.requireNonNull(subject);
      Objects.requireNonNull(outcome);
      Objects.requireNonNull(reason);
    }
  }
}
