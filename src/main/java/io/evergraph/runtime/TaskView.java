package io.evergraph.runtime;

import io.evergraph.graph.Interrupt;
import io.evergraph.state.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a thread as people see it.
 *
 * @param namespace the frame it belongs to; empty for the graph itself
 * @param progress how far it has come: {@code ready}, {@code settled}, {@code asking}, {@code
 *     broken} or {@code nested}
 * @param interrupts its open questions
 * @param failure how it failed; null when it has not
 * @param given what it was sent with, or given by an edit, beside the state; null when nothing was,
 *     or where that would make a message to or from a server too large
 * @param writes what it wrote; null when it has not finished, or where that would make a message to
 *     or from a server too large
 */
public record TaskView(
    String id,
    String node,
    String namespace,
    String progress,
    List<Interrupt> interrupts,
    @Nullable TaskFailure failure,
    @Nullable List<Write> given,
    @Nullable List<Write> writes) {
  public TaskView {
    interrupts = List.copyOf(interrupts);
    given = given == null ? null : List.copyOf(given);
    writes = writes == null ? null : List.copyOf(writes);
  }

  /** Returns its last error as {@code type: message}; null when it has not failed. */
  public @Nullable String error() {
    return failure == null ? null : failure.text();
  }

  /** Returns whether it has finished. */
  public boolean isFinished() {
    return progress.equals("settled");
  }

  /** Returns this view with other writes. */
  public TaskView withWrites(@Nullable List<Write> others) {
    return new TaskView(id, node, namespace, progress, interrupts, failure, given, others);
  }

  /** Returns this view with other values that it was given. */
  public TaskView withGiven(@Nullable List<Write> others) {
    return new TaskView(id, node, namespace, progress, interrupts, failure, others, writes);
  }
}
