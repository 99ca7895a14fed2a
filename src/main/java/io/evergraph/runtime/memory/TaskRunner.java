package io.evergraph.runtime.memory;

import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.ConcurrencyLimits;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.WantedTasks;
import io.evergraph.state.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of one thread. Ready tasks stand in a queue; a thread of the executor that has
 * finished a task takes the next one from there. Safe for use by several threads.
 */
final class TaskRunner {
  private final InMemoryRuntime runtime;
  private final InMemoryThread thread;
  private final Map<String, InMemoryTask> inFlight = new LinkedHashMap<>();
  private final Queue<InMemoryTask> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean calling = new AtomicBoolean();
  private final LatestCode code = new LatestCode();
  private final InMemoryChildren children;
  private final Deque<Task> waiting = new ArrayDeque<>();
  private @Nullable Checkpoint aligned;
  private @Nullable Task ended;

  TaskRunner(InMemoryRuntime runtime, InMemoryThread thread) {
    this.runtime = runtime;
    this.thread = thread;
    this.children = new InMemoryChildren(runtime, code);
  }

  /** Has the tasks from now on run the nodes of a graph, as far as it has their topology. */
  void run(Graph given) {
    code.take(given);
  }

  /** Returns the threads that work for tasks of this one. */
  InMemoryChildren children() {
    return children;
  }

  /**
   * Cancels what should not run any more, and returns what should run but does not yet, as far as
   * there is room. Called under the lock of the thread.
   */
  List<InMemoryTask> reconcile(ThreadProgress progress) {
    if (!hasOnlyEnded(progress)) {
      align(progress);
    }
    aligned = progress.at();
    ended = null;
    List<InMemoryTask> starts = new ArrayList<>();
    ConcurrencyLimits limits =
        progress.pregel().limits(progress.at(), inFlight.size(), this::running);
    Iterator<Task> next = waiting.iterator();
    while (next.hasNext() && !limits.areReached()) {
      Task task = next.next();
      if (limits.letBegin(task)) {
        InMemoryTask start = new InMemoryTask(task, this::givenUp);
        inFlight.put(task.id(), start);
        starts.add(start);
        next.remove();
      }
    }
    return starts;
  }

  /** A wide step is not looked through after each of its results. */
  private boolean hasOnlyEnded(ThreadProgress progress) {
    return aligned != null
        && ended != null
        && WantedTasks.onlyEnded(ended, progress.pregel(), aligned, progress.at());
  }

  private void align(ThreadProgress progress) {
    WantedTasks wanted = WantedTasks.of(progress);
    if (progress.pregel().traits().contains(GraphTrait.CALLS)) {
      children.align(progress, wanted.calls());
    }
    waiting.clear();
    waiting.addAll(wanted.align(inFlight, InMemoryTask::cancel));
  }

  private Stream<Task> running() {
    return inFlight.values().stream().map(InMemoryTask::task);
  }

  /** Returns the ids of the tasks that have begun and have not ended, on any thread. */
  Set<String> underWay() {
    Set<String> begun = new HashSet<>(inFlight.keySet());
    begun.addAll(children.running());
    return begun;
  }

  /**
   * Takes a task out that has its result; false when it was cancelled meanwhile. Called under the
   * lock of the thread.
   */
  boolean remove(InMemoryTask task) {
    boolean isWanted = inFlight.remove(task.task().id(), task);
    ended = isWanted ? task.task() : ended;
    return isWanted;
  }

  void start(List<InMemoryTask> tasks) {
    ready.addAll(tasks);
    callThread();
  }

  /** One call is under way at a time: the thread that comes calls the next one. */
  private void callThread() {
    if (!ready.isEmpty() && calling.compareAndSet(false, true)) {
      runtime.execute(this::runAll);
    }
  }

  /** The calling thread takes one of the tasks next that follow; others may need another thread. */
  private void runAll() {
    calling.set(false);
    for (InMemoryTask task = ready.poll(); task != null; task = ready.poll()) {
      callThread();
      ready.addAll(after(task, attempt(task)));
    }
  }

  private Attempt attempt(InMemoryTask task) {
    if (!task.begin()) {
      return new Attempt.Abandoned(task.task().id());
    }
    try {
      return runtime.invoker().run(thread.read(it -> invocation(it.progressFor(0), task)));
    } finally {
      task.end();
    }
  }

  /** Takes the end of an attempt in, and returns the tasks to start. */
  private List<InMemoryTask> after(InMemoryTask task, Attempt attempt) {
    return attempt.match(
        ended -> thread.settle(task, ended.result()),
        again -> retry(task, again.pause()),
        abandoned -> List.of());
  }

  private List<InMemoryTask> retry(InMemoryTask task, Duration pause) {
    task.nextAttempt();
    runtime.timer().after(pause, () -> start(List.of(task)));
    return List.of();
  }

  /** Goes on without the thread of an attempt, which is stuck in its node. */
  void givenUp(InMemoryTask task, Attempt end) {
    start(after(task, end));
  }

  private Invocation invocation(ThreadProgress progress, InMemoryTask running) {
    Task task = running.task();
    Segment segment = progress.at().lastSegment().orElseThrow();
    State live = progress.at().frame(task.namespace()).map(Frame::live).orElse(State.empty());
    Graph root = code.of(progress.pregel().graph());
    return new Invocation(
        root,
        Namespaces.graphOf(root, task.namespace()),
        progress.at().thread(),
        segment.runId(),
        segment.turnId(),
        task,
        () -> thread.read(it -> it.progressFor(0).stateAt(task.checkpoint())).and(live),
        running.attempt(),
        running.attempt(),
        progress.pregel().remainingSteps(progress.at(), task),
        segment.settings().context(),
        segment.settings().tags(),
        segment.settings().sites(),
        segment.settings().callOptions().of(Namespaces.path(task)),
        running);
  }
}
