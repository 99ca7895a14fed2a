package io.evergraph.runtime;

import java.util.Set;
import java.util.function.Consumer;

/** The threads that a runtime keeps, ended ones too, and how they are erased. */
public interface KeptThreads {
  /**
   * Returns all that can be found, whatever became of them.
   *
   * @throws io.evergraph.error.GraphException when a place cannot be reached
   */
  Set<ThreadId> all();

  /**
   * Reads all that is kept of threads, of those that have ended or are deleted but not forgotten
   * too, and all that will begin some.
   *
   * @param each takes a text, or bytes as ISO 8859-1; JSON stands in it as it is
   * @throws io.evergraph.error.GraphException when a place cannot be read
   */
  void read(Consumer<String> each);

  /**
   * Removes a thread, its history, what was saved of it, and the large values that no other thread
   * uses. Failures are notes of the log, and so is what is not there.
   */
  void erase(ThreadId thread, ErasureLog log);
}
