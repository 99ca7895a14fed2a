package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.StepLimitException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a thread stands that works for a task of another one, as that one is told. The task follows:
 * it runs while its thread does, asks what that asks, fails as that fails.
 *
 * @param taskId the task that the thread works for
 * @param run the last run of the thread; null where an earlier release reports
 * @param place what tells this report from others of the thread: its last run and event
 * @param open the ids of the questions that are open on the thread
 * @param result what the task gives, with writes under the names of the thread's channels; null
 *     while the thread runs
 * @param end what channels held in the end whose value is told too
 */
public record ChildReport(
    String taskId,
    @Nullable String run,
    String place,
    List<String> open,
    @Nullable TaskResult result,
    State end) {
  /** The fact of a question that says on which thread it was asked, where that is another one. */
  public static final String CHILD_THREAD = "childThread";

  public ChildReport {
    open = List.copyOf(open);
  }

  /**
   * Returns how a thread stands; empty where no task of another thread has called it, and where it
   * was stopped by hand: then its task waits for it to be continued.
   */
  public static Optional<ChildReport> of(ThreadProgress child) {
    return caller(child).flatMap(caller -> of(child, caller));
  }

  /** Returns the task that a thread works for; empty for none, and for a copy of one that does. */
  public static Optional<Caller> caller(ThreadProgress child) {
    return child
        .at()
        .lastSegment()
        .map(segment -> segment.settings().caller())
        .filter(it -> Caller.childOf(it.thread(), it.taskId()).equals(child.at().thread()));
  }

  private static Optional<ChildReport> of(ThreadProgress child, Caller caller) {
    String task = caller.taskId();
    return child
        .next()
        .match(
            run -> Optional.of(report(child, caller, null)),
            waiting ->
                Optional.of(
                    report(
                        child,
                        caller,
                        new TaskResult.Asked(task, waiting.interrupts(), TaskReport.NONE))),
            finished -> Optional.of(report(child, caller, done(child, task))),
            parked ->
                Optional.of(
                    report(child, caller, failed(task, parked.failures().get(0).failure()))),
            failed -> Optional.of(report(child, caller, failed(task, failed.error()))),
            spent ->
                Optional.of(
                    report(
                        child,
                        caller,
                        failed(task, new StepLimitException(spent.limit(), spent.nextNodes())))),
            halted -> Optional.empty());
  }

  private static ChildReport report(
      ThreadProgress child, Caller caller, @Nullable TaskResult result) {
    Checkpoint at = child.at();
    Map<String, @Nullable Object> end = new LinkedHashMap<>();
    if (result instanceof TaskResult.Completed) {
      at.root().outbox().stream()
          .map(write -> write.channel())
          .filter(caller.whole()::contains)
          .forEach(channel -> end.put(channel, at.root().seen().value(channel)));
    }
    String run = at.lastSegment().map(Segment::runId).orElse("");
    return new ChildReport(
        caller.taskId(),
        run,
        run + ":" + child.lastEvent(),
        child.pregel().interrupts(at).stream().map(Interrupt::id).toList(),
        result,
        State.of(end));
  }

  private static TaskResult done(ThreadProgress child, String task) {
    return new TaskResult.Completed(
        task, child.at().root().outbox(), Routing.beside(List.of()), TaskReport.NONE);
  }

  private static TaskResult failed(String task, TaskResult.Failed own) {
    return new TaskResult.Failed(task, own.type(), own.message(), own.details(), own.report());
  }

  /** Returns the report of a thread of which nothing more comes, and why. */
  public static ChildReport ofLost(String task, GraphException reason) {
    return new ChildReport(
        task, null, reason.type(), List.of(), failed(task, reason), State.empty());
  }

  private static TaskResult failed(String task, GraphException error) {
    return new TaskResult.Failed(
        task, error.type(), String.valueOf(error.getMessage()), error.details(), TaskReport.NONE);
  }

  /**
   * Has the task follow its thread. A task that is not there any more, or that follows already,
   * stays as it is.
   *
   * @param typed gives what the task receives the types of its channels
   */
  public List<RunEvent> applyTo(
      ThreadProgress parent, UnaryOperator<TaskResult> typed, Instant now) {
    PlannedTask planned = parent.at().frames().task(taskId).orElse(null);
    if (planned == null
        || planned.progress().isOver()
        || !parent.pregel().isCall(parent.at(), planned.task())
        || isFollowed(planned)) {
      return List.of();
    }
    List<RunEvent> news = new ArrayList<>();
    if (!(planned.progress() instanceof Progress.Ready)) {
      news.addAll(parent.accept(goingOn(planned, parent), now));
    }
    TaskResult own = result;
    if (own != null) {
      news.addAll(parent.settle(List.of(typed.apply(received(own, parent, planned.task()))), now));
    }
    return news;
  }

  private boolean isFollowed(PlannedTask planned) {
    TaskResult own = result;
    if (own == null) {
      return planned.progress() instanceof Progress.Ready;
    }
    return own.match(
        done -> false,
        asked ->
            planned.progress() instanceof Progress.Asking asking
                && asking.open().stream().map(Interrupt::id).toList().equals(open),
        failed -> planned.progress().equals(new Progress.Broken(failed)));
  }

  /** Questions that are not open any more were answered there, or have expired. */
  private Input goingOn(PlannedTask planned, ThreadProgress parent) {
    List<Answer> answers = new ArrayList<>();
    if (planned.progress() instanceof Progress.Asking asking) {
      asking.open().stream()
          .map(Interrupt::id)
          .filter(id -> !open.contains(id))
          .forEach(id -> answers.add(new Answer.Value(id, null)));
    }
    return new Input.Answers(
        runId(parent), answers.isEmpty() ? List.of(new Answer.Retry(taskId)) : answers);
  }

  /** One run of the thread may have its task go on twice, where it was edited in between. */
  private String runId(ThreadProgress parent) {
    Optional<Segment> last = parent.at().lastSegment();
    return Optional.ofNullable(run)
        .map(own -> runOfCaller(taskId, own))
        .filter(id -> last.filter(segment -> segment.runs().contains(id)).isEmpty())
        .orElseGet(() -> runOfCaller(taskId, place));
  }

  /**
   * Returns the run in which a thread goes on because the one goes on by itself that works for its
   * task.
   *
   * @param run the run of the latter
   */
  public static String runOfCaller(String taskId, String run) {
    return ContentHash.uuid("child", taskId, run);
  }

  private TaskResult received(TaskResult own, ThreadProgress parent, Task task) {
    return own.match(
        done ->
            new TaskResult.Completed(
                taskId,
                parent.pregel().received(parent.at(), task, done.writes(), end),
                done.routing(),
                done.report()),
        asked ->
            new TaskResult.Asked(
                taskId,
                asked.questions().stream().map(it -> asked(it, parent, task)).toList(),
                asked.report()),
        failed -> failed);
  }

  /** Its time runs on the thread that asks. */
  private static Interrupt asked(Interrupt question, ThreadProgress parent, Task task) {
    Map<String, Object> metadata = new LinkedHashMap<>(question.metadata());
    metadata.putIfAbsent(CHILD_THREAD, Caller.childOf(parent.at().thread(), task.id()));
    Instant expires = question.expiresAt();
    if (expires != null) {
      metadata.putIfAbsent("expiresAt", expires.toString());
    }
    return new Interrupt(
        question.id(),
        task.id(),
        task.namespace(),
        task.node(),
        question.value(),
        question.schema(),
        metadata,
        null,
        null);
  }

  /**
   * Returns what has a thread go on as its task does: with answers to what it asks, with its failed
   * tasks, or with what it was stopped at; empty where it runs, or waits for something else.
   *
   * @param runId the id of the run that begins; nothing comes of one that has begun already
   * @param answers the answers that the task was given, by interrupt id
   */
  public static Optional<Input> goOn(
      ThreadProgress child, String runId, Map<String, @Nullable Object> answers) {
    if (child.at().isOf(runId)) {
      return Optional.empty();
    }
    List<Answer> fitting = new ArrayList<>();
    for (Interrupt open : child.pregel().interrupts(child.at())) {
      if (answers.containsKey(open.id())) {
        fitting.add(new Answer.Value(open.id(), answers.get(open.id())));
      }
    }
    if (!fitting.isEmpty()) {
      return Optional.of(new Input.Answers(runId, fitting));
    }
    Next next = child.next();
    boolean stands =
        next instanceof Next.Parked
            || next instanceof Next.Halted
            || next instanceof Next.OutOfSteps;
    return stands ? Optional.of(new Input.Continue(runId, Steering.NONE)) : Optional.empty();
  }

  /** Returns the tasks of a thread that threads of their own work for, by id. */
  public static Map<String, Task> calls(ThreadProgress parent) {
    if (!parent.pregel().traits().contains(GraphTrait.CALLS)) {
      return Map.of();
    }
    Map<String, Task> calls = new LinkedHashMap<>();
    for (Frame frame : parent.at().frames().values()) {
      for (PlannedTask planned : frame.plan().tasks()) {
        if (!planned.progress().isOver() && parent.pregel().isCall(parent.at(), planned.task())) {
          calls.put(planned.task().id(), planned.task());
        }
      }
    }
    return calls;
  }
}
