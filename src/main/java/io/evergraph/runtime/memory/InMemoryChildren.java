package io.evergraph.runtime.memory;

import io.evergraph.error.GraphChangedException;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.ChildCall;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.runtime.thread.ThreadProgress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The threads that work for the tasks of another one. Called under the lock of that one, which is
 * always taken before those of its children.
 */
final class InMemoryChildren {
  private final InMemoryRuntime runtime;
  private final LatestCode code;
  private final Map<String, InMemoryThread> byTask = new LinkedHashMap<>();
  private final Map<String, GraphException> misfits = new HashMap<>();
  private final Set<String> running = new HashSet<>();

  InMemoryChildren(InMemoryRuntime runtime, LatestCode code) {
    this.runtime = runtime;
    this.code = code;
  }

  /**
   * Has those run whose tasks should run, and no other; those whose tasks are not there any more
   * end.
   */
  void align(ThreadProgress parent, List<Task> wanted) {
    Map<String, Task> calls = ChildReport.calls(parent);
    endUncalled(calls);
    Set<String> unwanted = new HashSet<>(running);
    wanted.forEach(task -> unwanted.remove(task.id()));
    unwanted.forEach(task -> stop(parent, task));
    for (Task task : wanted) {
      if (running.add(task.id())) {
        begin(parent, task);
      }
    }
  }

  private void endUncalled(Map<String, Task> calls) {
    misfits.keySet().retainAll(calls.keySet());
    List<String> uncalled = byTask.keySet().stream().filter(it -> !calls.containsKey(it)).toList();
    for (String task : uncalled) {
      running.remove(task);
      end(Objects.requireNonNull(byTask.remove(task)));
    }
  }

  /** Returns the ids of the tasks whose threads run. */
  Set<String> running() {
    return running;
  }

  /** Those that have not ended end with the thread that they work for. */
  void endAll() {
    byTask.values().forEach(InMemoryChildren::end);
    byTask.clear();
    misfits.clear();
    running.clear();
  }

  private static void end(InMemoryThread child) {
    child.end(new ThreadEndedException(child.id().value()));
  }

  /** Finds the threads that worked for the tasks of a thread before it was saved. */
  void takeUp(ThreadProgress parent) {
    String thread = parent.at().thread();
    ChildReport.calls(parent).keySet().forEach(task -> takeUp(thread, task));
  }

  /** One that does not fit its graph any more stays as it was saved. */
  private void takeUp(String thread, String task) {
    try {
      runtime
          .threads()
          .known(ThreadId.of(Caller.childOf(thread, task)))
          .filter(child -> !child.isClosed())
          .ifPresent(
              child -> {
                byTask.put(task, child);
                lookAgain(runtime, thread, task);
              });
    } catch (UnknownGraphException | GraphChangedException | InvalidValueException misfit) {
      misfits.put(task, misfit);
    }
  }

  /** A task that is still to be run was interrupted; any other has stopped with its thread. */
  private void stop(ThreadProgress parent, String task) {
    running.remove(task);
    boolean isReady =
        parent.at().frames().task(task).filter(it -> it.progress().isReady()).isPresent();
    Optional.ofNullable(byTask.get(task))
        .filter(any -> isReady)
        .ifPresent(child -> child.cancel(OnCancel.KEEP));
  }

  /** One that could not be read is tried again: the task fails where it still cannot. */
  private void begin(ThreadProgress parent, Task task) {
    String thread = parent.at().thread();
    if (misfits.remove(task.id()) != null) {
      takeUp(thread, task.id());
    }
    if (misfits.containsKey(task.id())) {
      running.remove(task.id());
    } else {
      goOn(parent, task);
    }
    lookAgain(runtime, thread, task.id());
  }

  private void goOn(ThreadProgress parent, Task task) {
    ThreadId id = ThreadId.of(Caller.childOf(parent.at().thread(), task.id()));
    List<String> runs = parent.at().lastSegment().map(Segment::runs).orElseThrow();
    String run = runs.get(runs.size() - 1);
    Optional<InMemoryThread> known =
        Optional.ofNullable(byTask.get(task.id()))
            .or(() -> runtime.threads().here(id))
            .filter(InMemoryChildren::isOfUse);
    InMemoryThread child = known.orElseGet(() -> start(id, run, call(parent, task)));
    byTask.put(task.id(), child);
    if (known.isPresent()) {
      child.goOn(run, task.answers());
    }
  }

  private ChildCall call(ThreadProgress parent, Task task) {
    return runtime.pregel(code.of(parent.pregel().graph())).call(parent.at(), task);
  }

  /** What has failed for good begins anew. */
  private static boolean isOfUse(InMemoryThread child) {
    return !child.isClosed()
        && !child.read(it -> it.isOver() && it.progressFor(0).next() instanceof Next.Failed);
  }

  private InMemoryThread start(ThreadId id, String run, ChildCall call) {
    RunOptions options = RunOptions.builder().runId(run).alone().build();
    InMemoryThread child = runtime.threads().openForTask(id, options);
    RunHandle unused =
        child.submit(call.graph(), new Input.NewInput(run, call.input(), call.settings()), options);
    return child;
  }

  /** Has the task that a thread works for look soon how that stands. */
  static void tellCaller(InMemoryRuntime runtime, ThreadProgress child, List<RunEvent> events) {
    if (events.stream().anyMatch(it -> it.endsRun() || it instanceof RunEvent.RunStarted)) {
      ChildReport.caller(child).ifPresent(it -> lookAgain(runtime, it.thread(), it.taskId()));
    }
  }

  private static void lookAgain(InMemoryRuntime runtime, String thread, String task) {
    runtime.report(
        () -> runtime.threads().known(ThreadId.of(thread)).ifPresent(it -> it.lookAtChild(task)));
  }

  /** Returns how a child stands, for its task. */
  Optional<ChildReport> report(String task) {
    GraphException misfit = misfits.get(task);
    if (misfit != null && !running.contains(task)) {
      return Optional.of(ChildReport.ofLost(task, misfit));
    }
    return Optional.ofNullable(byTask.get(task)).flatMap(child -> report(task, child));
  }

  /** One that somebody has deleted while it ran tells nothing any more. */
  private Optional<ChildReport> report(String task, InMemoryThread child) {
    if (child.isGone()) {
      return Optional.of(task)
          .filter(running::contains)
          .map(it -> ChildReport.ofLost(it, new ThreadEndedException(child.id().value())));
    }
    return child.read(it -> it.progress().flatMap(ChildReport::of));
  }
}
