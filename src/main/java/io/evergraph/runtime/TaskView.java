package io.evergraph.runtime;

import io.evergraph.pregel.Interrupt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a thread as people see it.
 *
 * @param id the task
 * @param node its node
 * @param namespace the frame it belongs to; empty for the graph itself
 * @param progress how far it has come: {@code ready}, {@code settled}, {@code asking}, {@code
 *     broken} or {@code nested}
 * @param interrupts its open questions
 * @param error its last error as {@code type: message}; null when it has not failed
 */
public record TaskView(
    String id,
    String node,
    String namespace,
    String progress,
    List<Interrupt> interrupts,
    @Nullable String error) {
  /** Copies the questions. */
  public TaskView {
    interrupts = List.copyOf(interrupts);
  }
}
