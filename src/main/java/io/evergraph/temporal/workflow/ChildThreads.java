package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.TooLargeException;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.payload.CommandBudget;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.CallMessage;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.ReportMessage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TerminatedFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.ExternalWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The child workflows that work for tasks of a thread. They outlive the executions of its workflow:
 * how they stand comes by signals, and a task that goes on tells its child by a signal. One order
 * to a child is under way at a time, and only the latest counts.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class ChildThreads {
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(1);

  /** Servers refuse more than 2,000 children at once; the others begin as these end. */
  private static final int MOST = 1_000;

  private final InterpreterServices shared;
  private final CommandBudget budget;
  private final GraphInput caller;
  private final Map<String, Child> byTask = new LinkedHashMap<>();
  private final Set<Child> leaving = new LinkedHashSet<>();
  private final List<TaskResult> failures = new ArrayList<>();
  private boolean known;
  private boolean waitsForRoom;
  private long started;

  private enum Order {
    NONE,
    GO_ON,
    CANCEL,
    END
  }

  /** A child, and what it is to be told next. */
  private static final class Child {
    private final String workflow;
    private Task task;
    private boolean exists;
    private boolean running;
    private boolean busy;
    private @Nullable String called;
    private final SignalRetry retry = new SignalRetry();
    private int told;
    private Order order = Order.NONE;

    Child(Task task, boolean exists, @Nullable String called) {
      this.workflow = Caller.childOf(Workflow.getInfo().getWorkflowId(), task.id());
      this.task = task;
      this.exists = exists;
      this.called = called;
    }

    boolean isDue() {
      return !busy && !retry.isPausing() && order != Order.NONE;
    }

    /** A child that is begun and there already goes on. */
    void begin(Promise<?> begun) {
      busy = true;
      order = Order.NONE;
      Object unused =
          begun.handle(
              (there, failure) -> {
                exists = true;
                return failure == null ? done() : again(Order.GO_ON);
              });
    }

    /** A child that goes on and is not there any more is begun. */
    void tell(Promise<?> signal) {
      Order own = order;
      int number = ++told;
      busy = true;
      order = Order.NONE;
      Object unused = signal.handle((sent, failure) -> came(own, number, failure != null));
    }

    /** Some servers never say what came of a cancel that met a continue-as-new. */
    void tellAgainAfter(Duration silence) {
      int number = told;
      Object unused =
          Workflow.newTimer(silence).handle((over, cancelled) -> came(Order.END, number, true));
    }

    private boolean came(Order own, int number, boolean failed) {
      if (!busy || number != told) {
        return false;
      }
      boolean again = retry.isToBeSentAgain(failed);
      exists = !failed || again;
      boolean goesOn = again || (!exists && own == Order.GO_ON);
      return goesOn ? again(own) : done();
    }

    private boolean done() {
      busy = false;
      return true;
    }

    /** A later order counts instead. */
    private boolean again(Order own) {
      boolean stillCounts = own != Order.GO_ON || running;
      if (order == Order.NONE && stillCounts) {
        order = own;
      }
      return done();
    }
  }

  ChildThreads(InterpreterServices shared, CommandBudget budget, GraphInput caller) {
    this.shared = shared;
    this.budget = budget;
    this.caller = caller;
  }

  /**
   * Has those run whose tasks should run, and no other; those whose tasks are not there any more
   * end.
   *
   * @param mayBegin false where no other may begin
   */
  void align(BoundThread bound, List<Task> wanted, boolean mayBegin) {
    Map<String, Task> calls = ChildReport.calls(bound.progress());
    if (!known && isContinued()) { // an execution before this one has begun children, too
      Map<String, String> called = caller.calledBefore();
      calls.forEach((id, task) -> byTask.put(id, new Child(task, true, called.get(id))));
    }
    known = true;
    List.copyOf(byTask.values()).stream()
        .filter(child -> !calls.containsKey(child.task.id()))
        .forEach(this::end);
    Set<String> unwanted = new HashSet<>(byTask.keySet());
    wanted.forEach(task -> unwanted.remove(task.id()));
    unwanted.forEach(task -> stop(bound, byTask.get(task)));
    wanted.forEach(task -> goOn(task, mayBegin));
    issue(bound);
  }

  private static boolean isContinued() {
    return Workflow.getInfo().getContinuedExecutionRunId().isPresent();
  }

  /** Returns the ids of the tasks that an execution before this one has begun children for. */
  static Set<String> before(ThreadProgress progress) {
    return isContinued() ? ChildReport.calls(progress).keySet() : Set.of();
  }

  /** Returns the ids of the tasks whose children run. */
  Set<String> running() {
    return byTask.values().stream()
        .filter(child -> child.running)
        .map(child -> child.task.id())
        .collect(Collectors.toSet());
  }

  private void end(Child child) {
    byTask.remove(child.task.id());
    if (child.exists || child.busy) {
      child.order = Order.END;
      leaving.add(child);
    }
  }

  /** A task that is still to be run was interrupted; any other has stopped with its child. */
  private void stop(BoundThread bound, @Nullable Child child) {
    if (child == null || !child.running) {
      return;
    }
    child.running = false;
    Frames frames = bound.progress().at().frames();
    boolean isReady =
        frames.task(child.task.id()).filter(it -> it.progress().isReady()).isPresent();
    child.order = isReady && (child.exists || child.busy) ? Order.CANCEL : Order.NONE;
  }

  private void goOn(Task task, boolean mayBegin) {
    Child child = byTask.get(task.id());
    if (child == null) {
      if (!mayBegin || byTask.size() >= MOST) {
        return;
      }
      started++;
      child = new Child(task, false, null);
      byTask.put(task.id(), child);
    }
    child.task = task;
    if (!child.running) {
      child.running = true;
      child.order = Order.GO_ON;
    }
  }

  private void issue(BoundThread bound) {
    leaving.removeIf(child -> !child.busy && child.order == Order.NONE);
    List<Child> due = new ArrayList<>(leaving);
    due.addAll(byTask.values());
    due.forEach(child -> child.retry.pause());
    waitsForRoom = due.stream().anyMatch(child -> child.isDue() && !issued(bound, child));
  }

  /** Returns whether there was room for an order in this workflow task. */
  private boolean issued(BoundThread bound, Child child) {
    return switch (child.order) {
      case NONE -> true;
      case GO_ON -> child.exists ? called(bound, child) : started(bound, child);
      case CANCEL ->
          told(child, () -> signal(child, "cancel", new CancelMessage(null, null, null)));
      case END -> ended(child);
    };
  }

  private static boolean ended(Child child) {
    boolean isTold = told(child, () -> Async.procedure(stub(child)::cancel));
    child.tellAgainAfter(LONGEST_SILENCE);
    return isTold;
  }

  private static Promise<Void> signal(Child child, String name, Object message) {
    return Async.procedure(stub(child)::signal, name, new Object[] {message});
  }

  private static ExternalWorkflowStub stub(Child child) {
    return Workflow.newUntypedExternalWorkflowStub(child.workflow);
  }

  /** The end of this workflow's run does not recall what its children are told. */
  private static boolean told(Child child, Supplier<Promise<?>> order) {
    Workflow.newDetachedCancellationScope(() -> child.tell(order.get())).run();
    return true;
  }

  private static String run(BoundThread bound) {
    List<String> runs = bound.progress().at().lastSegment().map(Segment::runs).orElseThrow();
    return runs.get(runs.size() - 1);
  }

  private boolean called(BoundThread bound, Child child) {
    child.called = run(bound);
    CallMessage message = CallMessage.of(child.called, child.task.answers());
    JsonNode whole = shared.codec().toJson(message);
    return isTooLarge(child, whole, "tells", "Give smaller answers.")
        || (budget.admits(JsonSize.exactly(whole))
            && told(child, () -> signal(child, "call", message)));
  }

  private boolean started(BoundThread bound, Child child) {
    child.called = run(bound);
    SubmitMessage submit =
        SubmitMessage.of(
            bound.pregel().call(bound.progress().at(), child.task), child.called, shared.codec());
    GraphInput input = caller.calling(submit);
    JsonNode whole = shared.codec().toJson(input);
    if (isTooLarge(child, whole, "passes to", "Pass fewer channels, or smaller values.")) {
      return true;
    }
    if (!budget.admits(JsonSize.exactly(whole))) {
      return false;
    }
    Workflow.newDetachedCancellationScope(() -> child.begin(start(child, submit, input))).run();
    return true;
  }

  /** A server ends the workflow that sends more than it takes: the task fails instead. */
  private boolean isTooLarge(Child child, JsonNode whole, String verb, String remedy) {
    String subject = "what node '%s' %s its subgraph".formatted(child.task.node(), verb);
    try {
      shared.sizes().require(guard -> guard.requirePayload(whole, () -> subject, remedy));
      return false;
    } catch (TooLargeException refused) {
      child.order = Order.NONE;
      failures.add(Failures.ofTask(child.task.id(), refused, TaskReport.NONE));
      return true;
    }
  }

  private Promise<?> start(Child child, SubmitMessage submit, GraphInput input) {
    ChildWorkflowStub stub =
        Workflow.newUntypedChildWorkflowStub(
            GraphWorkflow.TYPE, ChildOptions.of(child.workflow, submit));
    Promise<Boolean> unused =
        stub.executeAsync(Object.class, input).handle((end, failure) -> ended(child, failure));
    return stub.getExecution();
  }

  /** One that somebody has terminated, cancelled or deleted tells nothing any more. */
  private boolean ended(Child child, @Nullable RuntimeException failure) {
    Throwable reason = failure == null ? null : failure.getCause();
    boolean isLost = reason instanceof TerminatedFailure || reason instanceof CanceledFailure;
    String task = child.task.id();
    if (isLost && child.running && byTask.get(task) == child) {
      child.exists = false;
      child.order = Order.NONE;
      failures.add(
          Failures.ofTask(task, new ThreadEndedException(child.workflow), TaskReport.NONE));
    }
    return failure == null;
  }

  /**
   * A child has said how it stands: it needs not be told what it has done by itself. Returns
   * whether that counts: what it asked before it heard of an answer is over.
   */
  boolean heard(ReportMessage report) {
    Child child = byTask.get(report.task());
    if (child != null && report.isBefore(child.called)) {
      return false;
    }
    if (child != null && report.isLast()) {
      byTask.remove(report.task());
    } else if (child != null && report.isRunning()) {
      child.running = true;
      child.exists = true;
    }
    return true;
  }

  /** Returns the run of the latest call of each task whose child was called, by its id. */
  Map<String, String> called() {
    Map<String, String> called = new LinkedHashMap<>();
    byTask.forEach(
        (task, child) -> Optional.ofNullable(child.called).ifPresent(run -> called.put(task, run)));
    return called;
  }

  /** Ends all: the thread is over. */
  void endAll(BoundThread bound) {
    List.copyOf(byTask.values()).forEach(this::end);
    issue(bound);
  }

  /** Returns how many were begun here. */
  long started() {
    return started;
  }

  boolean hasNews() {
    return !failures.isEmpty()
        || all().anyMatch(it -> it.retry.hasToPause() || (!waitsForRoom && it.isDue()));
  }

  private Stream<Child> all() {
    return Stream.concat(byTask.values().stream(), leaving.stream());
  }

  /** Returns whether no other thread works for this one. */
  boolean isEmpty() {
    return all().findAny().isEmpty();
  }

  List<TaskResult> takeFailures() {
    List<TaskResult> taken = List.copyOf(failures);
    failures.clear();
    return taken;
  }

  /** Returns whether no order is under way. */
  boolean isIdle() {
    return failures.isEmpty() && all().noneMatch(it -> it.busy || it.order != Order.NONE);
  }
}
