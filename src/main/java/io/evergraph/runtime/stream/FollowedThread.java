package io.evergraph.runtime.stream;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.thread.ChildReport;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One of the threads that a reader of a run reads: the run's own, or one that works for a task of
 * it. Not safe for use by several threads.
 */
final class FollowedThread {
  private final Reading reading;
  private final Place place;
  private final ThreadEvents events;
  private final ThreadValues values;
  private final RecordedParts recorded;
  private final FollowedCalls calls;
  private final Set<String> planned = new HashSet<>();
  private final Set<String> runs = new HashSet<>();
  private @Nullable RunEvent stop;
  private boolean isNew;
  private boolean failed;
  private String run = "";

  /**
   * Where a thread stands among those that are read.
   *
   * @param namespace the namespace of the call that it works for; empty for the run's own
   * @param task the id of the task that calls it; empty for none
   * @param caller the thread of that task; null for none
   */
  record Place(ThreadId thread, String namespace, String task, @Nullable FollowedThread caller) {

    int depth() {
      return caller == null ? 0 : caller.place.depth() + 1;
    }
  }

  private FollowedThread(
      Reading reading, Place place, @Nullable Graph graph, @Nullable String runId, long from) {
    this.reading = reading;
    this.place = place;
    this.events = new ThreadEvents(reading.runtime(), place.thread(), from, reading::tellNews);
    this.values = new ThreadValues(reading.runtime(), place.thread(), reading.options(), graph);
    this.recorded = new RecordedParts(values, runId, reading.options(), reading.messages());
    this.calls = new FollowedCalls(reading, this);
  }

  static FollowedThread ofRun(Reading reading, ThreadId thread, String runId) {
    Place top = new Place(thread, "", "", null);
    return new FollowedThread(reading, top, null, runId, reading.options().from());
  }

  /**
   * Returns the thread of a call of this one.
   *
   * @param isNew whether the run has planned it, so that there is nothing to go on from
   */
  FollowedThread ofCall(ThreadTrace.Planned call, Graph graph, boolean isNew) {
    String task = call.origin().taskId();
    String namespace =
        Namespaces.ofCall(
            Namespaces.within(place.namespace(), call.origin().namespace()),
            call.origin().node(),
            task);
    Place inside = new Place(ThreadId.ofChild(place.thread(), task), namespace, task, this);
    FollowedThread child = new FollowedThread(reading, inside, graph, null, 1);
    child.isNew = isNew;
    return child;
  }

  private FollowedThread top() {
    FollowedThread caller = place.caller();
    return caller == null ? this : caller.top();
  }

  Place place() {
    return place;
  }

  ThreadEvents events() {
    return events;
  }

  ThreadValues values() {
    return values;
  }

  ThreadTrace trace() {
    return recorded.trace();
  }

  boolean hasBegun() {
    return recorded.hasBegun();
  }

  boolean isOver() {
    return recorded.isOver();
  }

  /** Returns whether all that was read belongs to earlier runs, and nothing more comes of it. */
  boolean isPast() {
    return !hasBegun() && (events.isOver() || (failed && events.peek().isEmpty()));
  }

  /** Returns the event at which this thread was read to the end of a run; null for none. */
  @Nullable RunEvent stop() {
    return stop;
  }

  /** Has what follows the stop read as well. */
  void passStop() {
    stop = null;
  }

  /** Takes what this thread, and those that work for it, have recorded. */
  boolean take() throws InterruptedException {
    boolean taken = events.take();
    return calls.take() || taken;
  }

  /**
   * Shows what may be shown now. The threads that work for this one come first: what settles their
   * tasks here stands behind all that they have recorded up to then.
   *
   * @return whether any event was looked at
   */
  boolean show(LiveParts live) {
    boolean moved = calls.show(live);
    Optional<RunEvent> event = next();
    while (event.isPresent() && calls.isReadFor(event.get(), live)) {
      events.remove();
      accept(event.get(), live);
      moved = true;
      event = next();
    }
    return moved;
  }

  private Optional<RunEvent> next() {
    return stop != null || isOver() ? Optional.empty() : events.peek();
  }

  private void accept(RunEvent event, LiveParts live) {
    failed = event instanceof RunEvent.RunFailed;
    if (isCalled()) {
      goOnWith(event);
    }
    if (hasBegun()) {
      live.before(event).forEach(this::showLive);
    }
    boolean end = recorded.isEnd(event);
    calls.settle(event);
    recorded.see(event).forEach(this::show);
    if (hasBegun()) {
      calls.begin(event);
    }
    goOnAfter(event);
    if (isCalled() && hasBegun() && end && isTold(event)) {
      stop = event;
    }
  }

  /** Whoever stops a thread by hand does not tell the task that it works for. */
  private static boolean isTold(RunEvent event) {
    return !(event instanceof RunEvent.RunCancelled || event instanceof RunEvent.RunPaused);
  }

  /**
   * A thread belongs to the run from that run of its own on: it may have begun before, and may have
   * made room for another one of its name since.
   */
  private void goOnWith(RunEvent event) {
    if (event instanceof RunEvent.StepPlanned step) {
      step.tasks().forEach(task -> planned.add(task.taskId()));
    } else if (event instanceof RunEvent.RunStarted started) {
      runs.addAll(started.runs());
      run = started.runs().get(started.runs().size() - 1);
      if (!hasBegun() && started.runs().stream().anyMatch(this::isOfRun)) {
        goOn();
      }
    }
  }

  /** Its task may go on with an edit in the middle of a run: then that names the event, too. */
  private void goOnAfter(RunEvent event) {
    if (isCalled() && !hasBegun() && isOfRun(run + ":" + event.number())) {
      goOn();
      calls.resume();
    }
  }

  private boolean isCalled() {
    return place.caller() != null;
  }

  /**
   * Returns whether a run of this thread belongs to the run that is read: one that has the id of a
   * run of its caller, or with which that one goes on because this one went on by itself.
   */
  private boolean isOfRun(String own) {
    FollowedThread caller = place.caller();
    return wentOn(own) || (caller != null && caller.isOfRun(own));
  }

  private boolean wentOn(String own) {
    FollowedThread caller = place.caller();
    return recorded.hasRun(own)
        || (caller != null && caller.wentOn(ChildReport.runOfCaller(place.task(), own)));
  }

  private void goOn() {
    RunEvent.Cause cause = isNew ? RunEvent.Cause.INPUT : top().recorded.cause();
    recorded.begin(cause).forEach(this::show);
  }

  private void show(StreamPart part) {
    reading.show(
        new FollowedPart.Shown(place.namespace(), new ShownInside(place.namespace()).of(part)));
  }

  private void showLive(StreamPart part) {
    top().showHere(part);
  }

  /** Shows what was emitted on this thread, or below. */
  void showHere(StreamPart part) {
    String call = deepest(part.namespace()).place.namespace();
    reading.show(new FollowedPart.Shown(call, part));
  }

  private FollowedThread deepest(String namespace) {
    return calls.openAround(namespace).map(it -> it.deepest(namespace)).orElse(this);
  }

  /**
   * Returns whether what was emitted on this thread, or below, has its place behind what is shown.
   */
  boolean isPlanned(Emitted emitted) {
    Optional<FollowedThread> inner = calls.readAround(emitted.namespace());
    if (inner.isPresent()) {
      return inner.get().isPlanned(emitted);
    }
    if (!isCalled()) {
      return recorded.isPlanned(emitted);
    }
    return isOwn(emitted)
        ? hasBegun() && runs.contains(emitted.runId())
        : Namespaces.tasks(emitted.namespace()).stream().anyMatch(planned::contains);
  }

  private boolean isOwn(Emitted emitted) {
    return planned.contains(emitted.taskId());
  }

  /** Returns whether what was emitted on this thread, or below, belongs to the run. */
  boolean isOfRun(Emitted emitted) {
    Optional<FollowedThread> inner = calls.readAround(emitted.namespace());
    if (inner.isPresent()) {
      return inner.get().isOfRun(emitted);
    }
    return (isCalled() && isOwn(emitted))
        ? recorded.hasRun(emitted.runId())
        : top().recorded.isOfRun(emitted);
  }

  /** Returns whether an event ends what is to be seen of a run of this thread. */
  boolean isEnd(RunEvent event) {
    return recorded.isEnd(event);
  }

  void close() {
    calls.close();
    events.close();
  }
}
