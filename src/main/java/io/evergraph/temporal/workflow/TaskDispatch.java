package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.NodePolicy;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.ConcurrencyLimits;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.WantedTasks;
import io.evergraph.temporal.connection.LocalCancellations;
import io.evergraph.temporal.payload.CommandBudget;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.protocol.NodeReply;
import io.evergraph.temporal.protocol.ReportMessage;
import io.evergraph.temporal.protocol.RunMetadata;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.RawValue;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of a thread as activities, and collects what comes back. */
final class TaskDispatch {
  /** Servers stop a run that has many more; the others start as these end. */
  private static final int MOST_PENDING = 200;

  private final InterpreterServices shared;
  private final GraphInput input;
  private final StateCodec codec;
  private final RecordedSizes sizes;
  private final DataConverter converter;
  private final Optional<LocalCancellations> cancellations;
  private final ActivityCancellationType cancellation;
  private final Map<String, Running> inFlight = new LinkedHashMap<>();
  private final List<Arrival> arrived = new ArrayList<>();
  private final Deque<Task> waiting = new ArrayDeque<>();
  private final PlacementPolicy placement = new PlacementPolicy();
  private final CommandBudget budget = new CommandBudget();
  private final JsonSize size;
  private Optional<ChildThreads> children = Optional.empty();
  private long started;

  TaskDispatch(InterpreterServices shared, GraphInput input) {
    this.shared = shared;
    this.input = input;
    this.codec = shared.codec();
    this.sizes = shared.sizes();
    this.converter = shared.converter();
    this.cancellations = shared.cancellations();
    this.size = new JsonSize(codec);
    this.cancellation =
        cancellations.isPresent()
            ? ActivityCancellationType.ABANDON
            : ActivityCancellationType.TRY_CANCEL;
  }

  /**
   * Starts the tasks that should be running and are not; cancels any other that is.
   *
   * @param mayBegin false to start only those that have to run again
   */
  void align(BoundThread bound, boolean mayBegin) {
    WantedTasks wanted = WantedTasks.of(bound.progress());
    if (children.isEmpty() && bound.pregel().traits().contains(GraphTrait.CALLS)) {
      children = Optional.of(new ChildThreads(shared, budget, input));
    }
    children.ifPresent(it -> it.align(bound, wanted.calls(), mayBegin));
    waiting.clear();
    waiting.addAll(wanted.align(inFlight, this::cancel));
    if (!mayBegin) {
      waiting.removeIf(task -> !placement.runsAgain(task));
    }
    startWaiting(bound, wanted.here());
  }

  /** Returns the threads that work for this one; empty where its graph calls none. */
  Optional<ChildThreads> children() {
    return children;
  }

  /** Returns whether what a child has told counts, and notes how that one stands. */
  boolean heard(ReportMessage report) {
    return children
        .map(it -> it.heard(report))
        .orElseGet(() -> !report.isBefore(input.calledBefore().get(report.task())));
  }

  /** Returns the run of the latest call of each task that another thread works for, by its id. */
  Map<String, String> called() {
    return children.map(ChildThreads::called).orElseGet(input::calledBefore);
  }

  /**
   * Returns whether no task runs here or is to run again, no result waits to be taken, and no order
   * to a child is under way.
   */
  boolean isIdle() {
    return inFlight.isEmpty()
        && children.map(ChildThreads::isIdle).orElse(true)
        && arrived.isEmpty()
        && waiting.stream().noneMatch(placement::runsAgain);
  }

  /** Tells what runs of this process that its workflow has been cancelled. */
  void cancelAll() {
    inFlight.values().forEach(this::cancel);
  }

  /** Returns the ids of the tasks that have begun and have not ended, on any thread. */
  Set<String> underWay(ThreadProgress progress) {
    Set<String> begun = new HashSet<>(inFlight.keySet());
    begun.addAll(placement.runAgain());
    begun.addAll(
        children.map(ChildThreads::running).orElseGet(() -> ChildThreads.before(progress)));
    return begun;
  }

  long started() {
    return started + children.map(ChildThreads::started).orElse(0L);
  }

  private void cancel(Running task) {
    task.scope().cancel("The run does not need the task any more.");
    liveCancellations().ifPresent(it -> it.cancel(key(task.task())));
  }

  private Optional<LocalCancellations> liveCancellations() {
    return WorkflowUnsafe.isReplaying() ? Optional.empty() : cancellations;
  }

  private static LocalCancellations.Key key(Task task) {
    return new LocalCancellations.Key(Workflow.getInfo().getRunId(), task.id());
  }

  /** Local tasks are never beside remote ones, whose results they would hold up. */
  private void startWaiting(BoundThread bound, List<Task> wanted) {
    if (waiting.isEmpty()) {
      return;
    }
    Segment segment = bound.progress().at().lastSegment().orElseThrow();
    RunMetadata run = RunMetadata.of(bound.pregel().spec(), segment, codec);
    boolean local =
        inFlight.values().stream().allMatch(Running::local)
            && wanted.stream().allMatch(task -> placement.mayRunHere(bound.pregel().spec(), task));
    ConcurrencyLimits limits =
        bound.pregel().limits(bound.progress().at(), inFlight.size(), this::running);
    for (Task task : List.copyOf(waiting)) {
      if (inFlight.size() >= MOST_PENDING
          || limits.areReached()
          || (limits.letBegin(task) && !start(bound, task, run, local))) {
        return;
      }
    }
  }

  private Stream<Task> running() {
    return inFlight.values().stream().map(Running::task);
  }

  /** Returns whether a task could begin within this workflow task. */
  private boolean start(BoundThread bound, Task task, RunMetadata run, boolean local) {
    boolean here = local && !placement.runsAgain(task);
    long room = here ? budget.reserve(waiting.size()) : 0;
    if (here && room == 0) {
      return false;
    }
    NodeCall call = call(bound, task, run, here);
    long bytes = call.bytes(size);
    if (!here && !budget.admits(bytes)) {
      return false;
    }
    waiting.remove(task);
    NodePolicy policy = PlacementPolicy.policyOf(bound.pregel().spec(), task, call);
    NodeCall sent = here ? call.within(room, PlacementPolicy.limits(policy)) : call;
    CancellationScope scope =
        Workflow.newCancellationScope(
            own -> execute(new Running(task, policy, own, here, room), sent, bytes));
    scope.run();
    return true;
  }

  private NodeCall call(BoundThread bound, Task task, RunMetadata run, boolean here) {
    Checkpoint at = bound.progress().at();
    int remaining = bound.pregel().remainingSteps(at, task);
    String digest = bound.lineage().of(task.checkpoint());
    NodeCall call = NodeCall.of(task, at, here ? run : run.compact(), digest, remaining, codec);
    return placement.again(task, call, it -> it.resent(run.resent(), inline(bound, task)));
  }

  /** What is too large would end the run: it fails the task instead. */
  private void execute(Running running, NodeCall call, long bytes) {
    Task task = running.task();
    TaskOptions options = new TaskOptions(running.policy(), task);
    liveCancellations().ifPresent(it -> it.want(key(task)));
    started++;
    inFlight.put(task.id(), running);
    try {
      if (!SizeGuard.surelyTakes(bytes)) {
        JsonNode whole = codec.toJson(call);
        sizes.require(
            guard ->
                guard.requirePayload(whole, () -> given(task), TooLargeException.SEND_A_REFERENCE));
      }
    } catch (TooLargeException refused) {
      arrived.add(Arrival.of(running, refused));
      return;
    }
    ActivityStub stub =
        running.local()
            ? Workflow.newUntypedLocalActivityStub(options.local())
            : Workflow.newUntypedActivityStub(options.remote(cancellation));
    stub.executeAsync(task.node(), RawValue.class, call)
        .handle((reply, failure) -> arrived.add(arrival(running, reply, failure)));
  }

  private static String given(Task task) {
    return "what the task of node '" + task.node() + "' is given: its input and answers";
  }

  private Arrival arrival(
      Running running, @Nullable RawValue recorded, @Nullable RuntimeException failure) {
    if (recorded == null) {
      return Arrival.of(running, failure == null ? nothing() : failure);
    }
    Payload payload = recorded.getPayload();
    try {
      @Nullable NodeReply reply = converter.fromPayload(payload, NodeReply.class, NodeReply.class);
      return reply == null
          ? Arrival.of(running, nothing())
          : new Arrival(running, reply, payload.getData(), null);
    } catch (DataConverterException misfit) {
      return Arrival.of(running, misfit);
    }
  }

  /** Whoever completes an activity by hand can give it any result. */
  private static RuntimeException nothing() {
    return new DataConverterException(
        "Expected the writes of a node as the result of its activity but found nothing. Retry the"
            + " task, or skip or edit it.");
  }

  boolean hasNews() {
    return !arrived.isEmpty()
        || budget.isRenewed()
        || children.filter(ChildThreads::hasNews).isPresent();
  }

  /** Returns the results that came since the last call, of tasks that are still wanted. */
  List<TaskResult> takeArrived(BoundThread bound) {
    List<TaskResult> results = new ArrayList<>();
    children.map(ChildThreads::takeFailures).ifPresent(results::addAll);
    List<Arrival> news = List.copyOf(arrived);
    arrived.clear();
    for (Arrival arrival : news) {
      Running running = arrival.running();
      if (running.local()) {
        account(arrival);
      }
      if (inFlight.remove(running.task().id(), running)) {
        result(bound, arrival).ifPresent(results::add);
      }
    }
    budget.takeRenewed();
    return results;
  }

  private Optional<TaskResult> result(BoundThread bound, Arrival arrival) {
    Task task = arrival.running().task();
    NodeReply reply = arrival.reply();
    if (reply == null) {
      RuntimeException failure = arrival.failure();
      return failure == null ? Optional.empty() : failed(bound, arrival.running(), failure);
    }
    placement.ended(task, reply.report());
    bound.lineage().add(task.id(), arrival.content());
    return bound
        .progress()
        .at()
        .frame(task.namespace())
        .map(frame -> bound.reading().read(task.id(), () -> typed(reply, bound, frame, task)));
  }

  /** What a local task gave back goes out with this workflow task. */
  private void account(Arrival arrival) {
    budget.settle(arrival.running().room(), arrival.content().size());
  }

  private Optional<TaskResult> failed(BoundThread bound, Running running, RuntimeException cause) {
    Task task = running.task();
    TaskResult.Failed failure = Failures.ofTask(task, cause);
    boolean repeated =
        running.local()
            ? placement.movesAway(task, running.policy(), failure, Failures.mayTryAgain(cause))
            : placement.repeats(task, failure);
    if (repeated) {
      Duration pause = Failures.pauseAfter(cause);
      if (!pause.isZero()) {
        rest(task, running.policy(), pause);
      }
      return Optional.empty();
    }
    placement.failed(task);
    bound.lineage().add(task.id(), failure.type() + failure.message());
    return Optional.of(failure);
  }

  /** Lets a task begin again after a pause, which can be cancelled like the task. */
  private void rest(Task task, NodePolicy policy, Duration pause) {
    Workflow.newCancellationScope(
            own -> {
              Running resting = new Running(task, policy, own, false, 0);
              inFlight.put(task.id(), resting);
              Workflow.newTimer(pause)
                  .handle((over, cancelled) -> arrived.add(Arrival.of(resting, null)));
            })
        .run();
  }

  private @Nullable JsonNode inline(BoundThread bound, Task task) {
    return bound
        .progress()
        .commit(task.checkpoint())
        .map(commit -> (JsonNode) codec.toJson(commit.state()))
        .filter(tree -> JsonSize.exactly(tree) <= SizeGuard.INLINE_STATE_BYTES)
        .orElse(null);
  }

  private TaskResult typed(NodeReply reply, BoundThread bound, Frame frame, Task task) {
    Pregel pregel = bound.pregel();
    Optional<Frame> around =
        frame.isRoot() ? Optional.empty() : bound.progress().at().frame(frame.parentNamespace());
    TaskResult own =
        codec.bind(
            reply.result(task.id(), codec),
            pregel.schema(frame),
            target -> pregel.inputOf(frame, target),
            task.node());
    return around
        .map(
            outer ->
                codec.bindForParent(
                    own, pregel.schema(outer), target -> pregel.inputOf(outer, target)))
        .orElse(own);
  }

  private record Running(
      Task task, NodePolicy policy, CancellationScope scope, boolean local, long room) {}

  /**
   * What has become of a task: a reply or a failure, and neither where its pause is over.
   *
   * @param content how its reply stands in the history: the same in every replay
   */
  private record Arrival(
      Running running,
      @Nullable NodeReply reply,
      ByteString content,
      @Nullable RuntimeException failure) {
    static Arrival of(Running running, @Nullable RuntimeException failure) {
      return new Arrival(running, null, ByteString.EMPTY, failure);
    }
  }
}
