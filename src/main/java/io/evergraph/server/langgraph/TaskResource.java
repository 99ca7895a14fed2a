package io.evergraph.server.langgraph;

import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task in progress.
 *
 * @param id the task
 * @param name its node
 * @param error its last error; null when it has not failed
 * @param interrupts its open questions, those of a subgraph inside it included
 * @param checkpoint where the subgraph inside it stands; null for a plain node
 * @param state the state of that subgraph; always null here
 */
@Schema(name = "Task", description = "A node in progress.")
record TaskResource(
    String id,
    String name,
    @Nullable String error,
    List<InterruptResource> interrupts,
    @Nullable CheckpointResource checkpoint,
    @Nullable Object state) {

  /** Returns the tasks of the graph itself that have not finished. */
  static List<TaskResource> open(ThreadSnapshot snapshot) {
    return snapshot.tasks().stream()
        .filter(task -> task.namespace().isEmpty() && !task.progress().equals("settled"))
        .map(task -> of(task, snapshot))
        .toList();
  }

  private static TaskResource of(TaskView task, ThreadSnapshot snapshot) {
    String inside = task.node() + ":" + task.id();
    List<TaskView> family =
        snapshot.tasks().stream()
            .filter(
                other -> other.equals(task) || (other.namespace() + "|").startsWith(inside + "|"))
            .toList();
    return new TaskResource(
        task.id(),
        task.node(),
        family.stream().map(TaskView::error).filter(it -> it != null).findFirst().orElse(null),
        family.stream()
            .flatMap(other -> other.interrupts().stream())
            .map(InterruptResource::of)
            .toList(),
        family.size() == 1 ? null : CheckpointResource.ofNamespace(snapshot.thread(), inside),
        null);
  }
}
