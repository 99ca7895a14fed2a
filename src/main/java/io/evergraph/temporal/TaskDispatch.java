package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.StateCodec;
import io.evergraph.state.State;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of a thread as activities, and collects what comes back. */
final class TaskDispatch {
  /** Servers stop a run that has many more; the others start as these end. */
  private static final int MOST_PENDING = 200;

  private static final String STATE_MISSING = StateMissingException.class.getSimpleName();

  private static final Set<String> FIT_ONLY_FOR_REMOTE =
      Set.of(STATE_MISSING, TooLargeException.class.getSimpleName());

  private final StateCodec codec;
  private final SizeGuard guard;
  private final Optional<LocalRecalls> recalls;
  private final Map<String, Running> inFlight = new LinkedHashMap<>();
  private final List<Arrival> arrived = new ArrayList<>();
  private final Deque<Task> waiting = new ArrayDeque<>();
  private final Map<String, Again> repeated = new HashMap<>();
  private final Placements placements = new Placements();
  private final CommandBudget budget = new CommandBudget();
  private final Weight weight;
  private @Nullable Checkpoint aligned;
  private boolean local;
  private boolean closing;

  TaskDispatch(Interpretation shared) {
    this.codec = shared.codec();
    this.guard = shared.guard();
    this.recalls = shared.recalls();
    this.weight = new Weight(codec);
  }

  /** Starts the tasks that should be running and are not; cancels any other that is. */
  void align(Binding bound) {
    Checkpoint at = bound.progress().at();
    if (!bound.progress().isRunning() || !isAligned(at)) {
      plan(bound);
    }
    aligned = at;
    startWaiting(bound);
  }

  /** Results alone only take tasks away: then the others need not be looked through. */
  private boolean isAligned(Checkpoint at) {
    return aligned != null
        && Objects.equals(at.segment(), aligned.segment())
        && at.frames().hasTasksOf(aligned.frames())
        && at.frames().ready() == inFlight.size() + waiting.size();
  }

  private void plan(Binding bound) {
    waiting.clear();
    if (bound.progress().next() instanceof Next.Run run) {
      cancelAllBut(run.tasks().stream().map(Task::id).collect(Collectors.toSet()));
      run.tasks().stream().filter(task -> !inFlight.containsKey(task.id())).forEach(waiting::add);
      local =
          run.tasks().stream().allMatch(task -> placements.mayRunHere(bound.spec(), task))
              && inFlight.values().stream().allMatch(Running::local);
    } else {
      cancelAllBut(Set.of());
    }
  }

  /** Lets no other task begin: those that run come to their end. */
  void close() {
    closing = true;
  }

  /** Returns how many tasks have begun and not come to their end. */
  int inFlight() {
    return inFlight.size();
  }

  private void cancelAllBut(Set<String> wanted) {
    Iterator<Running> running = inFlight.values().iterator();
    while (running.hasNext()) {
      Running task = running.next();
      if (!wanted.contains(task.task().id())) {
        running.remove();
        task.scope().cancel("The run does not need the task any more.");
        recall(task);
      }
    }
  }

  private void recall(Running task) {
    if (!WorkflowUnsafe.isReplaying()) {
      recalls.ifPresent(it -> it.recall(key(task.task())));
    }
  }

  private void want(Task task) {
    if (!WorkflowUnsafe.isReplaying()) {
      recalls.ifPresent(it -> it.want(key(task)));
    }
  }

  private static LocalRecalls.Key key(Task task) {
    return new LocalRecalls.Key(Workflow.getInfo().getRunId(), task.id());
  }

  private void startWaiting(Binding bound) {
    if (waiting.isEmpty() || closing) {
      return;
    }
    NodeCall.RunFacts facts = facts(bound);
    RunSettings settings = bound.progress().at().lastSegment().orElseThrow().settings();
    boolean admitted = true;
    while (admitted
        && !waiting.isEmpty()
        && inFlight.size() < MOST_PENDING
        && settings.hasRoomBeside(inFlight.size())) {
      admitted = start(bound, waiting.element(), facts);
    }
  }

  /** Returns whether a task could begin within this workflow task. */
  private boolean start(Binding bound, Task task, NodeCall.RunFacts facts) {
    boolean here = local && !repeated.containsKey(task.id());
    long room = here ? budget.reserve(waiting.size()) : 0;
    if (here && room == 0) {
      return false;
    }
    NodeCall call = call(bound, task, facts);
    if (!here && !budget.admits(weight.of(call))) {
      return false;
    }
    waiting.remove();
    NodePolicy policy = Placements.policyOf(bound.spec(), task, call);
    start(task, policy, here ? call.within(room, Placements.limits(policy)) : call, here, room);
    return true;
  }

  private NodeCall call(Binding bound, Task task, NodeCall.RunFacts facts) {
    State live = bound.progress().at().frame(task.namespace()).orElseThrow().live();
    int remaining = bound.progress().remainingSteps(task);
    String digest = bound.digests().of(task.checkpoint());
    NodeCall call = NodeCall.of(task, facts, digest, remaining, live, codec);
    Again again = repeated.get(task.id());
    if (again == null) {
      return call;
    }
    NodeCall after = again.tried() == 0 ? call : call.after(again.tried());
    return again.withState() ? after.resent(inline(bound, task).orElse(null)) : after;
  }

  private static NodeCall.RunFacts facts(Binding bound) {
    Segment segment = bound.progress().at().lastSegment().orElseThrow();
    return new NodeCall.RunFacts(
        bound.spec().name(),
        bound.spec().version(),
        segment.runId(),
        segment.settings().context(),
        segment.settings().tags(),
        segment.settings().callOptions());
  }

  private void start(Task task, NodePolicy policy, NodeCall call, boolean here, long room) {
    TaskOptions options = new TaskOptions(policy, task);
    want(task);
    ActivityStub stub =
        here
            ? Workflow.newUntypedLocalActivityStub(options.local())
            : Workflow.newUntypedActivityStub(options.remote(cancellation()));
    CancellationScope scope =
        Workflow.newCancellationScope(
            own -> {
              Running running = new Running(task, policy, own, here, room);
              inFlight.put(task.id(), running);
              execute(stub, running, call);
            });
    scope.run();
  }

  /** What is too large would end the run: it fails the task instead. */
  private void execute(ActivityStub stub, Running running, NodeCall call) {
    try {
      call.requireSendable(running.task().node(), codec, guard);
    } catch (TooLargeException refused) {
      arrived.add(new Arrival(running, null, refused));
      return;
    }
    stub.executeAsync(running.task().node(), NodeReply.class, call)
        .handle((reply, failure) -> arrived.add(new Arrival(running, reply, failure)));
  }

  private ActivityCancellationType cancellation() {
    return recalls.isPresent()
        ? ActivityCancellationType.ABANDON
        : ActivityCancellationType.TRY_CANCEL;
  }

  boolean hasNews() {
    return !arrived.isEmpty() || budget.isRenewed();
  }

  /** Returns the results that came since the last call, of tasks that are still wanted. */
  List<TaskResult> takeArrived(Binding bound) {
    List<TaskResult> results = new ArrayList<>();
    for (Arrival arrival : arrived) {
      Running running = arrival.running();
      account(arrival);
      if (inFlight.remove(running.task().id(), running)) {
        result(bound, arrival).ifPresent(results::add);
      }
    }
    arrived.clear();
    budget.takeRenewed();
    return results;
  }

  private Optional<TaskResult> result(Binding bound, Arrival arrival) {
    Task task = arrival.running().task();
    NodeReply reply = arrival.reply();
    if (arrival.isRested()) {
      waiting.addFirst(task);
      return Optional.empty();
    }
    if (reply == null) {
      return failed(bound, arrival);
    }
    repeated.remove(task.id());
    placements.note(task, reply.report());
    bound.digests().add(task.id(), reply.bytes(codec));
    return bound
        .progress()
        .at()
        .frame(task.namespace())
        .map(frame -> typed(reply, bound, frame, task));
  }

  /** What a local task gave back goes out with this workflow task. */
  private void account(Arrival arrival) {
    Running running = arrival.running();
    NodeReply reply = arrival.reply();
    if (running.local()) {
      budget.settle(
          running.room(),
          reply == null ? 0 : weight.of(reply),
          reply == null ? TaskReport.NONE : reply.report());
    }
  }

  private Optional<TaskResult> failed(Binding bound, Arrival arrival) {
    Running running = arrival.running();
    Task task = running.task();
    Exception cause = arrival.failureOrUnknown();
    TaskResult.Failed failure = Failures.ofTask(task, cause);
    Optional<Again> again = again(running, failure, Failures.mayTryAgain(cause));
    if (again.isPresent()) {
      repeated.put(task.id(), again.get());
      rest(task, running.policy(), Failures.pauseAfter(cause));
      return Optional.empty();
    }
    placements.distrust(task);
    bound.digests().add(task.id(), failure.type() + failure.message());
    return Optional.of(failure);
  }

  /**
   * A local task that does not find its state here, or room for what it gives back, runs as a
   * remote one; so does one of an adaptive node that has failed here, as its next attempt. One that
   * asked for its state in vain gets it along, where it is small; else it asks until its attempts
   * end.
   */
  private Optional<Again> again(Running running, TaskResult.Failed failure, boolean mayTryAgain) {
    Again before = repeated.getOrDefault(running.task().id(), Again.FIRST);
    if (!running.local()) {
      return Optional.of(new Again(true, before.tried()))
          .filter(any -> failure.type().equals(STATE_MISSING) && !before.withState());
    }
    if (FIT_ONLY_FOR_REMOTE.contains(failure.type())) {
      return Optional.of(Again.FIRST);
    }
    placements.distrust(running.task());
    boolean counts = !Placements.isOnlyTooSlowHere(running.policy(), failure);
    return Optional.of(new Again(false, counts ? failure.report().attempts() : 0))
        .filter(
            any -> running.policy().placement() == Placement.ADAPTIVE && (mayTryAgain || !counts));
  }

  /** Lets a task begin again after a pause, which can be cancelled like the task. */
  private void rest(Task task, NodePolicy policy, Duration pause) {
    if (pause.isZero()) {
      waiting.addFirst(task);
      return;
    }
    Workflow.newCancellationScope(
            own -> {
              Running resting = new Running(task, policy, own, false, 0);
              inFlight.put(task.id(), resting);
              Workflow.newTimer(pause)
                  .handle((over, cancelled) -> arrived.add(new Arrival(resting, null, null)));
            })
        .run();
  }

  private Optional<JsonNode> inline(Binding bound, Task task) {
    return bound
        .progress()
        .commit(task.checkpoint())
        .map(commit -> (JsonNode) codec.toJson(commit.state()))
        .filter(tree -> SizeGuard.bytes(tree) <= SizeGuard.INLINE_STATE_BYTES);
  }

  /** A value that does not fit here was written by a worker with other types: the task fails. */
  private TaskResult typed(NodeReply reply, Binding bound, Frame frame, Task task) {
    Pregel pregel = bound.pregel();
    Optional<Frame> around =
        frame.isRoot() ? Optional.empty() : bound.progress().at().frame(frame.parentNamespace());
    try {
      TaskResult own =
          codec.bind(
              reply.result(task.id(), codec),
              pregel.schema(frame),
              target -> pregel.inputOf(frame, target),
              task.node());
      return around
          .map(
              outer ->
                  codec.bindUpward(
                      own, pregel.schema(outer), target -> pregel.inputOf(outer, target)))
          .orElse(own);
    } catch (GraphException misfit) {
      return Failures.ofTask(task.id(), misfit, TaskReport.of(1, Duration.ZERO));
    }
  }

  /**
   * How a task runs on any worker that could not run as it did.
   *
   * @param withState whether it is given its state along
   * @param tried how often its node has failed before
   */
  private record Again(boolean withState, int tried) {
    static final Again FIRST = new Again(false, 0);
  }

  private record Running(
      Task task, NodePolicy policy, CancellationScope scope, boolean local, long room) {}

  private record Arrival(
      Running running, @Nullable NodeReply reply, @Nullable RuntimeException failure) {
    boolean isRested() {
      return reply == null && failure == null;
    }

    Exception failureOrUnknown() {
      return failure == null
          ? new IllegalStateException("Expected a result but found none.")
          : failure;
    }
  }
}
