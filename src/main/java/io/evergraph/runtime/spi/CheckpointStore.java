package io.evergraph.runtime.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /**
   * Saves how a thread stands and what came since it was saved last, all or nothing; nothing where
   * the store holds another record of it than the one that this is to follow. So the later of two
   * saves at a time is refused, and one of a record that was deleted meanwhile.
   *
   * @param part null where the thread has no checkpoint yet; a first part takes the place of all
   *     parts that were saved under the thread's id before
   * @param last when the record was saved that this one follows, to the millisecond; null where
   *     there should be none
   * @return whether it was saved
   */
  boolean save(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last);

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
