package io.evergraph.runtime.stream;

import io.evergraph.event.EventHandlers;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.state.StreamableMessage;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of a thread into what is to be seen of one run. What comes out depends on the
 * events and the options only. Not safe for use by several threads.
 */
final class RecordedParts {
  private final StreamOptions options;
  private final SeenMessages messages;
  private final ThreadTrace trace;
  private final ThreadValues values;
  private final @Nullable String runId;
  private final EventHandlers handlers;
  private final List<StreamPart> parts = new ArrayList<>();
  private final Set<String> runs = new HashSet<>();
  private final Map<List<String>, Boolean> ofRun = new HashMap<>();
  private final Set<String> entering = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private final Set<String> decided = new HashSet<>();
  private final Set<String> running = new HashSet<>();
  private RunEvent.Cause cause = RunEvent.Cause.INPUT;
  private boolean begun;
  private boolean over;

  /**
   * Begins before the first event.
   *
   * @param runId the run; null on a thread that works for a task of another one: there, what is to
   *     be seen begins when {@link #begin(RunEvent.Cause)} is called
   */
  RecordedParts(
      ThreadValues values, @Nullable String runId, StreamOptions options, SeenMessages messages) {
    this.options = options;
    this.messages = messages;
    this.trace = new ThreadTrace();
    this.values = values;
    this.runId = runId;
    this.handlers =
        new EventHandlers()
            .on(RunEvent.StepCommitted.class, this::committed)
            .on(RunEvent.StepPlanned.class, this::planned)
            .on(RunEvent.TaskFinished.class, this::finished)
            .on(RunEvent.TaskFailed.class, this::failed)
            .on(RecoveryEvent.FailureResolved.class, this::resolved)
            .on(
                RecoveryEvent.HandlerPlanned.class,
                it -> trace.planned(it).ifPresent(this::started))
            .on(InterruptEvent.InterruptOpened.class, this::opened)
            .on(InterruptEvent.InterruptExpired.class, this::expired)
            .on(
                InterruptEvent.InterruptAnswered.class,
                it -> answered(it.interruptId(), it.taskId()));
  }

  boolean hasBegun() {
    return begun;
  }

  boolean isOver() {
    return over;
  }

  boolean isPlanned(Emitted emitted) {
    return emitted.checkpoint() <= trace.lastCheckpoint();
  }

  boolean isOfRun(Emitted emitted) {
    return ofRun.computeIfAbsent(
        List.of(emitted.runId(), emitted.namespace()),
        any ->
            runs.contains(emitted.runId())
                || isOfRun(emitted.runId(), values.calls(emitted.namespace())));
  }

  boolean hasRun(String run) {
    return runs.contains(run);
  }

  /** Returns what began the run; an input while it has not begun. */
  RunEvent.Cause cause() {
    return cause;
  }

  ThreadTrace trace() {
    return trace;
  }

  /** Returns whether an event ends what is to be seen. */
  boolean isEnd(RunEvent event) {
    return event.endsRun() && (runId == null || event.runs().contains(runId));
  }

  private boolean isOfRun(String run, List<String> calls) {
    return IntStream.rangeClosed(1, calls.size())
        .anyMatch(number -> wentOnByItself(run, calls.subList(0, number)));
  }

  /**
   * A thread that works for a task may go on by itself: then its run has another id on the thread
   * of that task, which goes on with it, and so on up to here.
   *
   * @param calls the tasks from here down to the one for which the thread works
   */
  private boolean wentOnByItself(String run, List<String> calls) {
    String above = run;
    for (int at = calls.size() - 1; at >= 0; at--) {
      above = ChildReport.runOfCaller(calls.get(at), above);
      if (runs.contains(above)) {
        return true;
      }
    }
    return false;
  }

  List<StreamPart> see(RunEvent event) {
    parts.clear();
    if (over || (event.endsRun() && !isEnd(event))) {
      return List.of();
    }
    if (event instanceof RunEvent.RunStarted started) {
      started(started);
    }
    if (begun) {
      handlers.accept(event);
    }
    trace.see(event);
    if (runId != null && event.endsRun()) {
      over = true;
      parts.add(
          new StreamPart.Ended(
              event, trace.checkpoint(Frame.ROOT), trace.open(event), trace.failures(event)));
    }
    return List.copyOf(parts);
  }

  private void started(RunEvent.RunStarted started) {
    boolean ours = runId == null ? begun : started.runs().contains(runId);
    if (!ours) {
      return;
    }
    runs.addAll(started.runs());
    ofRun.clear();
    if (begun) {
      return;
    }
    if (started.cause() != RunEvent.Cause.INPUT && trace.checkpoint(Frame.ROOT) > 0) {
      values(Frame.ROOT, trace.checkpoint(Frame.ROOT));
    }
    resume(started.cause());
  }

  /** Returns what is shown first of a thread that goes on with the run. */
  List<StreamPart> begin(RunEvent.Cause of) {
    parts.clear();
    resume(of);
    return List.copyOf(parts);
  }

  /** A run that goes on where another stopped shows first what it goes on from. */
  private void resume(RunEvent.Cause of) {
    begun = true;
    cause = of;
    if (of == RunEvent.Cause.INPUT) {
      return;
    }
    trace.settled().forEach(this::kept);
    if (of == RunEvent.Cause.CONTINUE) {
      trace.unfinished().forEach(this::started);
    }
  }

  /** What a task wrote before the run is committed with what the run writes. */
  private void kept(RunEvent.TaskFinished task) {
    wrote(task);
    update(task, StreamPart.Update.Freshness.KEPT);
  }

  private void committed(RunEvent.StepCommitted commit) {
    if (commit.source() == Source.INPUT) {
      entering.add(commit.namespace());
    } else if (isChange(commit)) {
      values(commit.namespace(), commit.checkpoint());
    }
    if (options.shows(commit.namespace()) && wants(StreamMode.CHECKPOINTS)) {
      add(
          new StreamPart.CheckpointMade(
              commit.namespace(),
              commit.step(),
              commit.checkpoint(),
              commit.parent(),
              commit.source(),
              values.shown(commit.checkpoint()),
              commit.next()),
          commit,
          commit.step());
    }
  }

  /** An input without values changes nothing; a subgraph begins with what its parent gave it. */
  private boolean isChange(RunEvent.StepCommitted commit) {
    boolean wrote = written.remove(commit.namespace());
    boolean isDecided = decided.remove(commit.namespace()) || commit.source() == Source.UPDATE;
    if (entering.remove(commit.namespace())) {
      return differs(commit, commit.namespace().equals(Frame.ROOT) ? commit.parent() : 0);
    }
    return wrote || (isDecided && differs(commit, commit.parent()));
  }

  private boolean differs(RunEvent.StepCommitted commit, long from) {
    return options.has(StreamMode.VALUES)
        && options.shows(commit.namespace())
        && !values.isSame(from, commit.checkpoint());
  }

  private void values(String namespace, long checkpoint) {
    if (options.has(StreamMode.VALUES) && options.shows(namespace)) {
      parts.add(new StreamPart.Values(namespace, checkpoint, values.shown(checkpoint)));
    }
  }

  private void planned(RunEvent.StepPlanned step) {
    step.tasks().forEach(task -> started(new ThreadTrace.Planned(step, task)));
  }

  private void started(ThreadTrace.Planned planned) {
    TaskOrigin origin = planned.origin();
    running.add(origin.taskId());
    if (wants(StreamMode.TASKS) && options.shows(origin.namespace(), origin.node())) {
      add(
          new StreamPart.TaskStarted(origin, values.input(planned), planned.reason()),
          planned.step(),
          origin.step());
    }
  }

  private void wrote(RunEvent.TaskFinished task) {
    if (!task.writes().isEmpty()) {
      written.add(task.namespace());
    }
  }

  /** A task that is skipped writes what somebody else says: it does not begin again. */
  private void resolved(RecoveryEvent.FailureResolved failure) {
    trace.edited(failure).ifPresent(this::started);
    if (failure.resolution() == RunEvent.Resolution.SKIPPED) {
      trace.find(failure.taskId()).ifPresent(task -> decided.add(task.origin().namespace()));
      running.add(failure.taskId());
    }
  }

  private void finished(RunEvent.TaskFinished task) {
    wrote(task);
    TaskOrigin origin = new TaskOrigin(task.namespace(), task.step(), task.taskId(), task.node());
    if (!options.shows(task.namespace(), task.node())) {
      return;
    }
    messages(origin, task.writes());
    update(task, StreamPart.Update.Freshness.NEW);
    ended(
        task,
        new StreamPart.TaskEnded(
            origin, values.shown(origin, task.writes()), null, List.of(), task.report()));
  }

  private void update(RunEvent.TaskFinished task, StreamPart.Update.Freshness freshness) {
    TaskOrigin origin = new TaskOrigin(task.namespace(), task.step(), task.taskId(), task.node());
    if (options.has(StreamMode.UPDATES) && options.shows(task.namespace(), task.node())) {
      parts.add(new StreamPart.Update(origin, values.shown(origin, task.writes()), freshness));
    }
  }

  private void messages(TaskOrigin origin, List<Write> writes) {
    if (!options.has(StreamMode.MESSAGES)) {
      return;
    }
    List<StreamableMessage> shown = values.messages(origin, writes);
    if (!shown.isEmpty()) {
      values.messageIdsAt(trace.checkpoint(origin.namespace())).forEach(messages::finish);
    }
    shown.stream()
        .filter(message -> messages.finish(message.id()))
        .forEach(
            message ->
                parts.add(
                    new StreamPart.MessageFinished(origin, message, messages.unseen(message))));
  }

  private void failed(RunEvent.TaskFailed task) {
    TaskOrigin origin = new TaskOrigin(task.namespace(), task.step(), task.taskId(), task.node());
    String error = task.error() + ": " + task.message();
    ended(task, new StreamPart.TaskEnded(origin, List.of(), error, List.of(), task.report()));
  }

  private void opened(InterruptEvent.InterruptOpened event) {
    TaskOrigin origin = trace.origin(event.interrupt());
    ended(event, StreamPart.TaskEnded.asking(origin, event.interrupt()));
  }

  private void ended(RunEvent event, StreamPart.TaskEnded part) {
    String task = part.origin().taskId();
    if (!running.contains(task) && trace.hasFailed(task)) {
      trace.find(task).ifPresent(this::started); // no event tells that it was to run again
    }
    running.remove(task);
    if (wants(StreamMode.TASKS) && options.shows(part.origin().namespace(), part.origin().node())) {
      add(part, event, part.origin().step());
    }
  }

  /** The node runs again when the last of its questions is answered. */
  private void answered(String question, String task) {
    trace.readyAfter(question, task).ifPresent(this::started);
  }

  private void expired(InterruptEvent.InterruptExpired question) {
    if (question.outcome() == InterruptEvent.Expired.ANSWERED) {
      answered(question.interruptId(), question.taskId());
    }
  }

  private boolean wants(StreamMode mode) {
    return options.has(mode) || options.has(StreamMode.DEBUG);
  }

  private void add(StreamPart.Traced part, RunEvent event, int step) {
    if (part.mode().filter(options::has).isPresent()) {
      parts.add(part);
    }
    if (options.has(StreamMode.DEBUG)) {
      parts.add(new StreamPart.Debug(event.at(), step, part));
    }
  }
}
