package io.evergraph.pregel;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.NodeFailure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What becomes of failed tasks, on the working copy of one transition. */
final class Recovery {
  private final Transition transition;
  private final GraphIndex index;

  Recovery(Transition transition, GraphIndex index) {
    this.transition = transition;
    this.index = index;
  }

  /** Hands a failed task to its handler; without one, it stays as it failed. */
  void failed(PlannedTask planned, TaskResult.Failed failure) {
    if (transition.isEdit() || !handled(planned.task(), failure)) {
      transition.put(planned.with(new Progress.Broken(failure)));
    }
  }

  /** Asks the graph of the task first, then those around it: there, the subgraph has failed. */
  private boolean handled(Task task, TaskResult.Failed failure) {
    Frame frame = transition.frame(task.namespace());
    Optional<String> handler = handlerOf(frame, task);
    if (handler.isPresent()) {
      transition.replace(task, task.handledBy(handler.get(), seen(task, failure)));
      return true;
    }
    return parentOf(frame).filter(parent -> handled(parent, failure)).isPresent();
  }

  private Optional<String> handlerOf(Frame frame, Task task) {
    GraphIndex graph = index.of(frame);
    return task.isHandling() || frame.asksAgain(task) || !graph.hasNode(task.node())
        ? Optional.empty()
        : graph.spec().failure().handlerOf(task.node());
  }

  private Optional<Task> parentOf(Frame frame) {
    return Optional.ofNullable(frame.parentTaskId())
        .flatMap(id -> transition.frame(frame.parentNamespace()).plan().find(id))
        .map(PlannedTask::task);
  }

  private static NodeFailure seen(Task task, TaskResult.Failed failure) {
    return new NodeFailure(
        task.node(),
        failure.type(),
        failure.message(),
        failure.details(),
        failure.report().attempts());
  }

  int retry(@Nullable String taskId) {
    List<PlannedTask> failed = taskId == null ? broken(null) : againById(taskId);
    failed.forEach(planned -> again(planned, retried(planned.task())));
    return failed.size();
  }

  /** What is kept of a node may be what the end of its superstep refused. */
  private Task retried(Task task) {
    return index.of(transition.frame(task.namespace())).keepsResults(task.node())
        ? task.retried()
        : task;
  }

  /** A thread that works for a task may go on by itself, whatever it asks. */
  private List<PlannedTask> againById(String taskId) {
    return transition
        .frames()
        .task(taskId)
        .filter(planned -> planned.progress() instanceof Progress.Asking)
        .filter(planned -> transition.calls().isCall(planned.task()))
        .map(List::of)
        .orElseGet(() -> broken(taskId));
  }

  /** A subgraph is opened again; where only routes are left to be found, only they are. */
  private void again(PlannedTask failed, Task same) {
    Task task = reopened(same);
    PlannedTask ready = failed.again(task);
    transition.put(ready);
    transition.pass(task);
    transition.calls().open(task.namespace(), Plan.of(List.of(ready)));
  }

  /** In an eager graph, a subgraph that begins again is given the state as it is now. */
  private Task reopened(Task task) {
    Frame frame = transition.frame(task.namespace());
    GraphIndex graph = index.of(frame);
    return graph.isEager() && graph.child(task.node()).isPresent()
        ? task.moved(frame.checkpoint(), frame.step() + 1)
        : task;
  }

  void skip(String thread, Answer.Skip skip) {
    PlannedTask failed = only(thread, skip.taskId(), "a skip");
    Task task = failed.task();
    GraphIndex graph = index.of(transition.frame(task.namespace()));
    graph.requireKnownChannels(skip.update(), "a skip");
    Task routing = task.routing(skip.update());
    if (graph.hasRouters(task.source()) || task.trigger() instanceof Trigger.RouteOnly) {
      transition.put(failed.again(routing));
      transition.pass(routing);
    } else {
      transition.put(failed.ended(skip.update().writes(), Routing.ALONG_EDGES));
    }
  }

  void edit(String thread, Answer.Edit edit) {
    PlannedTask failed = only(thread, edit.taskId(), "an edit");
    Task task = failed.task();
    if (transition.calls().isCall(task)) {
      throw new NothingToResumeException(
          thread,
          "an edit of '" + task.id() + "'",
          "a task that runs on this thread. Edit the failed task on thread '"
              + Caller.childOf(thread, task.id())
              + "'");
    }
    if (task.trigger().readsCheckpoint()) {
      index.of(transition.frame(task.namespace())).requireKnownChannels(edit.values(), "an edit");
    }
    again(failed, task.reading(edit.values()));
  }

  private PlannedTask only(String thread, @Nullable String taskId, String action) {
    List<PlannedTask> failed = broken(taskId);
    if (failed.size() != 1) {
      throw unmatched(thread, taskId, action);
    }
    return failed.get(0);
  }

  /** Returns the refusal of an order that does not name a failed task. */
  NothingToResumeException unmatched(String thread, @Nullable String taskId, String action) {
    String named = taskId == null ? action : action + " of '" + taskId + "'";
    List<String> failed =
        broken(null).stream()
            .map(PlannedTask::task)
            .map(task -> "'" + task.id() + "' (node '" + task.node() + "')")
            .toList();
    return failed.isEmpty()
        ? new NothingToResumeException(
            thread, named, "a failed task, and none has failed. Look at the thread's status")
        : new NothingToResumeException(thread, named, failed);
  }

  /** A failed branch that was set aside because others can still win is meant only by its id. */
  private List<PlannedTask> broken(@Nullable String taskId) {
    return transition.planned().stream()
        .filter(planned -> taskId == null || taskId.equals(planned.task().id()))
        .filter(
            planned ->
                planned.progress() instanceof Progress.Broken
                    || (taskId != null && isSetAside(planned.progress())))
        .toList();
  }

  private static boolean isSetAside(Progress progress) {
    return progress instanceof Progress.Dropped dropped && dropped.failure().isPresent();
  }
}
