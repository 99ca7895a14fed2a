package io.evergraph.runtime.stream;

import io.evergraph.event.EventHandlers;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a thread as its events show it. Not safe for use by several threads. */
final class ThreadTrace {
  private final Map<String, Long> checkpoints = new LinkedHashMap<>();
  private final Map<String, Planned> planned = new LinkedHashMap<>();
  private final Map<String, RunEvent.TaskFinished> settled = new LinkedHashMap<>();
  private final Map<String, RunEvent.TaskFailed> failures = new LinkedHashMap<>();
  private final Map<String, Interrupt> open = new LinkedHashMap<>();

  /** A thread that goes back to questions has them open again, answered or not. */
  private final Map<String, Interrupt> asked = new HashMap<>();

  /** A thread goes back to how it stood when a run last went on from there. */
  private final Map<Long, Standing> stood = new HashMap<>();

  private final Map<Long, RunEvent.StepPlanned> passed = new LinkedHashMap<>();

  private long last;
  private long head;
  private long edited;
  private long forked;

  private final EventHandlers handlers =
      new EventHandlers()
          .on(RunEvent.RunStarted.class, this::started)
          .on(RunEvent.StepCommitted.class, this::committed)
          .on(RunEvent.StepPlanned.class, this::planned)
          .on(RecoveryEvent.HandlerPlanned.class, this::handled)
          .on(
              RecoveryEvent.FailureResolved.class,
              it -> edited(it).ifPresent(task -> planned.put(it.taskId(), task)))
          .on(HeadEvent.RolledBack.class, this::rolledBack)
          .on(HeadEvent.Forked.class, it -> forked = it.checkpoint())
          .on(RunEvent.TaskFinished.class, this::finished)
          .on(RunEvent.TaskFailed.class, this::failed)
          .on(InterruptEvent.InterruptOpened.class, it -> opened(it.interrupt()))
          .on(RecoveryEvent.TaskDropped.class, it -> find(it.taskId()).ifPresent(this::forget))
          .on(InterruptEvent.InterruptExpired.class, it -> open.remove(it.interruptId()))
          .on(InterruptEvent.InterruptAnswered.class, it -> open.remove(it.interruptId()));

  /** What was in progress at a time. */
  private record Standing(
      Map<String, Long> checkpoints,
      Map<String, Planned> planned,
      Map<String, RunEvent.TaskFinished> settled,
      Map<String, RunEvent.TaskFailed> failures,
      Map<String, Interrupt> open) {}

  /**
   * A task that is to be run.
   *
   * @param trigger what it reads as its state
   */
  record Planned(RunEvent.StepPlanned step, RunEvent.PlannedNode task, Trigger trigger) {
    Planned(RunEvent.StepPlanned step, RunEvent.PlannedNode task) {
      this(step, task, trigger(task.sent()));
    }

    private static Trigger trigger(@Nullable StateUpdate sent) {
      return sent == null ? new Trigger.Edges() : new Trigger.Sent(sent, Optional.empty());
    }

    TaskOrigin origin() {
      return new TaskOrigin(step.namespace(), step.step(), task.taskId(), task.node());
    }

    Planned handledBy(RecoveryEvent.HandlerPlanned handler) {
      return new Planned(
          step, new RunEvent.PlannedNode(handler.taskId(), handler.node(), task.sent()), trigger);
    }

    Planned reading(List<Write> values) {
      return new Planned(step, task, trigger.edited(new StateUpdate(values)));
    }

    StreamPart.TaskStarted.Reason reason() {
      return task.sent() == null
          ? StreamPart.TaskStarted.Reason.EDGE
          : StreamPart.TaskStarted.Reason.SENT;
    }
  }

  void see(RunEvent event) {
    handlers.accept(event);
  }

  /** A run with an input that is withdrawn, or refused, begins without its checkpoint. */
  private void started(RunEvent.RunStarted run) {
    if (run.cause() != RunEvent.Cause.INPUT) {
      stood.put(head, standing());
    }
  }

  /**
   * What was in progress in a frame ends with its commit, and so does what ran inside of it, unless
   * the commit names what ended; an edit leaves what follows it.
   */
  private void committed(RunEvent.StepCommitted commit) {
    if (commit.source() == Source.INPUT && commit.namespace().equals(Frame.ROOT)) {
      stood.put(head, standing());
    }
    last = Math.max(last, commit.checkpoint());
    head = commit.checkpoint();
    checkpoints.put(commit.namespace(), commit.checkpoint());
    forget(commit.ended());
    if (commit.source() == Source.UPDATE) {
      edited = commit.ended().isEmpty() ? commit.checkpoint() : 0;
      giveUp(commit.namespace(), task -> !commit.next().contains(task.node()));
    } else if (commit.ended().isEmpty()) {
      forgetWithin(commit.namespace());
    }
  }

  private void giveUp(String frame, Predicate<TaskOrigin> those) {
    List<Planned> over =
        planned.values().stream()
            .filter(task -> task.origin().namespace().equals(frame))
            .filter(task -> those.test(task.origin()))
            .toList();
    forget(over.stream().map(task -> task.origin().taskId()).toList());
    over.forEach(task -> forgetInside(task.origin()));
  }

  private void forgetWithin(String frame) {
    List<String> over =
        planned.values().stream()
            .map(Planned::origin)
            .filter(origin -> Frame.isWithin(origin.namespace(), frame))
            .map(TaskOrigin::taskId)
            .toList();
    forget(over);
  }

  /** Nor does anything go on that a task has called. */
  private void forget(Planned over) {
    forget(List.of(over.origin().taskId()));
    forgetInside(over.origin());
  }

  private void forgetInside(TaskOrigin task) {
    forgetWithin(Namespaces.ofCall(task.namespace(), task.node(), task.taskId()));
    forgetWithin(Namespaces.within(task.namespace(), task.node()));
  }

  private void forget(List<String> over) {
    planned.keySet().removeAll(over);
    settled.keySet().removeAll(over);
    failures.keySet().removeAll(over);
    open.values().removeIf(question -> over.contains(question.taskId()));
  }

  private Standing standing() {
    return new Standing(
        new LinkedHashMap<>(checkpoints),
        new LinkedHashMap<>(planned),
        new LinkedHashMap<>(settled),
        new LinkedHashMap<>(failures),
        new LinkedHashMap<>(open));
  }

  private void rolledBack(HeadEvent.RolledBack back) {
    Standing then = stood.get(back.head());
    if (then != null) {
      standAs(then);
    } else if (back.head() != head) {
      forgetWithin(Frame.ROOT);
      Stream.ofNullable(passed.get(back.head())).forEach(this::planned);
    }
    head = back.head();
    checkpoints.put(Frame.ROOT, back.checkpoint());
  }

  private void standAs(Standing then) {
    replace(checkpoints, then.checkpoints());
    replace(planned, then.planned());
    replace(settled, then.settled());
    replace(failures, then.failures());
    replace(open, then.open());
  }

  private static <T> void replace(Map<String, T> all, Map<String, T> others) {
    all.clear();
    all.putAll(others);
  }

  /**
   * What is planned anew behind an edit is all that goes on in its frame. Beside a fork inside a
   * subgraph, other tasks take the place of those that were planned at earlier checkpoints.
   */
  private void planned(RunEvent.StepPlanned step) {
    boolean isBesideFork = step.checkpoint() < forked;
    if (step.checkpoint() == edited || isBesideFork) {
      Set<String> now = step.tasks().stream().map(it -> it.taskId()).collect(Collectors.toSet());
      giveUp(
          step.namespace(),
          isBesideFork
              ? task -> now.contains(Task.idOfRenewed(task.taskId(), forked))
              : task -> !now.contains(task.taskId()));
    }
    step.tasks().forEach(task -> planned.put(task.taskId(), new Planned(step, task)));
    if (step.namespace().equals(Frame.ROOT) && !isBesideFork) {
      pass(step);
    }
  }

  private void pass(RunEvent.StepPlanned step) {
    passed.put(step.checkpoint(), step);
    if (passed.size() > GraphSpec.DEFAULT_RETENTION) {
      passed.remove(passed.keySet().iterator().next());
    }
  }

  private void handled(RecoveryEvent.HandlerPlanned handler) {
    Optional<Planned> failed = failed(handler);
    failed.ifPresent(this::forget);
    failed.ifPresent(it -> planned.put(handler.taskId(), it.handledBy(handler)));
  }

  /** Returns the task of a handler, which is given what the task was given that failed. */
  Optional<Planned> planned(RecoveryEvent.HandlerPlanned handler) {
    return failed(handler).map(it -> it.handledBy(handler));
  }

  /** Looks among the failures first: of many sends, those are in the order of their handlers. */
  private Optional<Planned> failed(RecoveryEvent.HandlerPlanned handler) {
    return Stream.concat(
            failures.keySet().stream().flatMap(task -> find(task).stream()),
            planned.values().stream())
        .filter(task -> task.task().node().equals(handler.failed()))
        .filter(task -> handler.isFor(task.task().taskId()))
        .findFirst();
  }

  /** Returns a failed task that is to read other values; empty where it is skipped. */
  Optional<Planned> edited(RecoveryEvent.FailureResolved failure) {
    return failure.resolution() == RunEvent.Resolution.EDITED
        ? find(failure.taskId()).map(task -> task.reading(failure.values()))
        : Optional.empty();
  }

  private void opened(Interrupt question) {
    failures.remove(question.taskId());
    open.put(question.id(), question);
    asked.put(question.id(), question);
  }

  /** Also where its superstep is refused after it has finished. */
  private void failed(RunEvent.TaskFailed task) {
    settled.remove(task.taskId());
    failures.put(task.taskId(), task);
  }

  private void finished(RunEvent.TaskFinished task) {
    settled.put(task.taskId(), task);
    failures.remove(task.taskId());
  }

  long lastCheckpoint() {
    return last;
  }

  long checkpoint(String namespace) {
    return checkpoints.getOrDefault(namespace, 0L);
  }

  List<RunEvent.TaskFinished> settled() {
    return new ArrayList<>(settled.values());
  }

  List<Planned> unfinished() {
    return planned.values().stream()
        .filter(task -> !settled.containsKey(task.origin().taskId()))
        .filter(task -> questionsOf(task.origin().taskId()) == 0)
        .toList();
  }

  /** Returns a task that was planned, and neither committed nor dropped since. */
  Optional<Planned> find(String taskId) {
    return Optional.ofNullable(planned.get(taskId));
  }

  /** Returns a task that is to be run: it has not settled, failed or asked. */
  Optional<Planned> running(String taskId) {
    boolean stands = settled.containsKey(taskId) || failures.containsKey(taskId);
    return stands || questionsOf(taskId) > 0
        ? Optional.empty()
        : Optional.ofNullable(planned.get(taskId));
  }

  boolean hasFailed(String taskId) {
    return failures.containsKey(taskId);
  }

  private long questionsOf(String taskId) {
    return open.values().stream().filter(question -> question.taskId().equals(taskId)).count();
  }

  /** Returns a task that runs again once a question has an answer: its last one. */
  Optional<Planned> readyAfter(String question, String task) {
    return open.containsKey(question) && questionsOf(task) == 1 ? find(task) : Optional.empty();
  }

  TaskOrigin origin(Interrupt question) {
    return Optional.ofNullable(planned.get(question.taskId()))
        .map(Planned::origin)
        .orElseGet(
            () -> new TaskOrigin(question.namespace(), 0, question.taskId(), question.node()));
  }

  List<Interrupt> open(RunEvent end) {
    return end instanceof RunEvent.RunWaiting waiting
        ? waiting.interrupts().stream().flatMap(id -> Stream.ofNullable(asked.get(id))).toList()
        : new ArrayList<>(open.values());
  }

  List<RunEvent.TaskFailed> failures(RunEvent end) {
    return end instanceof RunEvent.RunParked parked
        ? parked.tasks().stream().flatMap(id -> Stream.ofNullable(failures.get(id))).toList()
        : new ArrayList<>(failures.values());
  }
}
