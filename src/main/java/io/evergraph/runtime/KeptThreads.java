package io.evergraph.runtime;

import io.evergraph.graph.GraphSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The threads that a runtime keeps, ended ones too, and how they are erased. */
public interface KeptThreads {
  /**
   * Returns all that can be found, whatever became of them.
   *
   * @throws io.evergraph.error.GraphException when a place cannot be reached
   */
  Set<ThreadId> all();

  /**
   * Returns the threads that work for tasks of a thread, or for tasks of those, ended ones too, as
   * far as they can be found.
   *
   * @throws io.evergraph.error.GraphException when a place cannot be reached
   */
  Set<ThreadId> descendants(ThreadId thread);

  /**
   * Returns metadata, topology and queue of a thread whose graph is not registered in this process;
   * empty if the runtime cannot tell, or the server has forgotten the thread.
   *
   * @throws io.evergraph.error.GraphException when no worker answers for the thread
   */
  default Optional<Outline> outline(ThreadId thread) {
    return Optional.empty();
  }

  /**
   * Reads all that is kept of threads, of those that have ended or are deleted but not forgotten
   * too, and all that will begin some.
   *
   * @param each takes a text, or bytes as ISO 8859-1; JSON stands in it as it is
   * @throws io.evergraph.error.GraphException when a place cannot be read
   */
  void read(Consumer<String> each);

  /**
   * Removes a thread with those that work for its tasks: histories, what was saved of them, and the
   * large values that no other thread and no schedule uses. Failures are notes of the log, and so
   * is what is not there.
   *
   * @param descendants those that work for its tasks, as this has found them
   */
  void erase(ThreadId thread, Set<ThreadId> descendants, ErasureLog log);

  /**
   * What can be told of a thread without the code of its graph.
   *
   * @param graph the topology that it runs; null where it has none yet
   * @param queued the runs that wait for their turn on it
   */
  record Outline(Map<String, Object> metadata, @Nullable GraphSpec graph, List<QueuedRun> queued) {
    public Outline {
      metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
      queued = List.copyOf(queued);
    }
  }
}
