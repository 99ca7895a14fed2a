package io.evergraph.runtime.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keeps threads with their checkpoints where they outlive the runtime that runs them.
 *
 * <p>A thread is saved in parts: each holds what came since the one before, so that a long history
 * is not written again. Safe for use by several threads. Where the store cannot be reached, each
 * method throws {@link io.evergraph.error.StoreUnavailableException}.
 */
public interface CheckpointStore {
  /** Returns what this is called, such as {@code postgresql}. */
  String kind();

  /** Saves how a thread that has no checkpoint yet stands, all or nothing. */
  void save(SavedThread thread);

  /**
   * Saves how a thread stands and what came since it was saved last, all or nothing. The same part
   * a second time changes nothing; the first one takes the place of all that was saved under the
   * thread's id before.
   */
  void save(SavedThread thread, SavedPart part);

  /** Returns a thread; empty where none was saved. */
  Optional<SavedThread> find(String thread);

  /** Returns the parts of a thread, oldest first. */
  List<SavedPart> parts(String thread);

  /**
   * Returns threads that may go on, by their ids.
   *
   * @param after the id behind which to begin; empty for the first
   * @param limit how many are returned at most
   */
  List<SavedThread> open(String after, int limit);

  /**
   * Returns the ids of threads, of ended ones too, sorted.
   *
   * @param after the id behind which to begin; empty for the first
   * @param limit how many are returned at most
   */
  List<String> ids(String after, int limit);

  /** Deletes a thread with its parts; returns whether there was one. */
  boolean delete(String thread);

  /** Deletes the threads that have stopped and were saved last before a time; returns how many. */
  int deleteStopped(Instant savedBefore);
}
