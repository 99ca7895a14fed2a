package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import io.evergraph.state.State;

/**
 * Is told what happens on threads, by events: each once, in their order, on a thread of its own. On
 * Temporal, an event may come twice, or not at all, where a worker is lost.
 *
 * <p>What a listener throws is logged and hurts nothing.
 */
public interface GraphListener {
  /**
   * Something has happened.
   *
   * @param event what has happened
   */
  default void onEvent(String graph, String thread, RunEvent event) {}

  /** A task is about to run. */
  default void beforeNode(String graph, String thread, String taskId, String node) {}

  /**
   * A task has finished.
   *
   * @param event what it gave
   * @param state what its graph's channels hold, with what it wrote
   */
  default void afterNode(String graph, String thread, RunEvent.TaskFinished event, State state) {}
}
