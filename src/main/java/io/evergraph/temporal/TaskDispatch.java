package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.Namespaces;
import io.evergraph.runtime.StateCodec;
import io.evergraph.state.State;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of a thread as activities, and collects what comes back. */
final class TaskDispatch {
  /** Servers stop a run that has many more; the others start as these end. */
  private static final int MOST_PENDING = 200;

  private static final String STATE_MISSING = StateMissingException.class.getSimpleName();

  private final StateCodec codec;
  private final Optional<LocalRecalls> recalls;
  private final Map<String, Running> inFlight = new LinkedHashMap<>();
  private final List<Arrival> arrived = new ArrayList<>();

  TaskDispatch(Interpretation shared) {
    this.codec = shared.codec();
    this.recalls = shared.recalls();
  }

  /** Starts the tasks that should be running and are not; cancels any other that is. */
  void align(Binding bound) {
    if (bound.progress().next() instanceof Next.Run run) {
      cancelAllBut(run.tasks().stream().map(Task::id).collect(Collectors.toSet()));
      start(bound, run);
    } else {
      cancelAllBut(Set.of());
    }
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

  private void start(Binding bound, Next.Run run) {
    NodeCall.RunFacts facts = facts(bound);
    boolean local = run.tasks().stream().allMatch(task -> isLocal(bound, task));
    RunSettings settings = bound.progress().at().lastSegment().orElseThrow().settings();
    for (Task task : run.tasks()) {
      boolean hasRoom = inFlight.size() < MOST_PENDING && settings.hasRoomBeside(inFlight.size());
      if (hasRoom && !inFlight.containsKey(task.id())) {
        State live = bound.progress().at().frame(task.namespace()).orElseThrow().live();
        int remaining = run.remainingSteps(task);
        String digest = bound.digests().of(task.checkpoint());
        start(bound, task, NodeCall.of(task, facts, digest, remaining, live, codec), local);
      }
    }
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

  private static boolean isLocal(Binding bound, Task task) {
    return policyOf(bound.spec(), task).placement() == Placement.LOCAL;
  }

  /** Returns how a task is run: as the recorded topology says, but for what its caller wants. */
  private static NodePolicy policyOf(Binding bound, Task task, NodeCall call) {
    NodePolicy policy = task.policy(policyOf(bound.spec(), task));
    NodeOptions options = call.options();
    return options == null ? policy : options.applyTo(policy);
  }

  /** Returns the policy of a task's node in the recorded topology. */
  private static NodePolicy policyOf(GraphSpec root, Task task) {
    Optional<GraphSpec> graph = Optional.of(root);
    for (String node : Namespaces.nodes(task.namespace())) {
      graph =
          graph
              .flatMap(spec -> spec.node(node))
              .flatMap(it -> it.match(action -> Optional.empty(), sub -> Optional.of(sub.graph())));
    }
    return graph
        .flatMap(spec -> spec.node(task.node()))
        .map(node -> node.match(ActionNode::policy, sub -> NodePolicy.DEFAULT))
        .orElse(NodePolicy.DEFAULT);
  }

  private void start(Binding bound, Task task, NodeCall call, boolean local) {
    TaskOptions options = new TaskOptions(policyOf(bound, task, call), task);
    want(task);
    ActivityStub stub =
        local
            ? Workflow.newUntypedLocalActivityStub(options.local())
            : Workflow.newUntypedActivityStub(options.remote(cancellation()));
    CancellationScope scope =
        Workflow.newCancellationScope(
            own -> {
              Running running = new Running(task, call, own, local);
              inFlight.put(task.id(), running);
              stub.executeAsync(task.node(), NodeReply.class, call)
                  .handle((reply, failure) -> arrived.add(new Arrival(running, reply, failure)));
            });
    scope.run();
  }

  private ActivityCancellationType cancellation() {
    return recalls.isPresent()
        ? ActivityCancellationType.ABANDON
        : ActivityCancellationType.TRY_CANCEL;
  }

  boolean hasArrived() {
    return !arrived.isEmpty();
  }

  /** Returns the results that came since the last call, of tasks that are still wanted. */
  List<TaskResult> takeArrived(Binding bound) {
    List<TaskResult> results = new ArrayList<>();
    for (Arrival arrival : arrived) {
      Running running = arrival.running();
      if (inFlight.remove(running.task().id(), running)) {
        result(bound, arrival).ifPresent(results::add);
      }
    }
    arrived.clear();
    return results;
  }

  private Optional<TaskResult> result(Binding bound, Arrival arrival) {
    Task task = arrival.running().task();
    NodeReply reply = arrival.reply();
    if (reply == null) {
      return failed(bound, arrival);
    }
    bound.digests().add(task.id(), codec.toJson(reply).toString());
    return bound
        .progress()
        .at()
        .frame(task.namespace())
        .map(frame -> typed(reply, bound, frame, task));
  }

  private Optional<TaskResult> failed(Binding bound, Arrival arrival) {
    Running running = arrival.running();
    TaskResult.Failed failure = Failures.ofTask(running.task(), arrival.failureOrUnknown());
    if (failure.type().equals(STATE_MISSING) && !running.call().isResent()) {
      start(bound, running.task(), again(bound, running), false);
      return Optional.empty();
    }
    bound.digests().add(running.task().id(), failure.type() + failure.message());
    return Optional.of(failure);
  }

  /**
   * A local task that does not find its state here runs as a remote one, which may ask for it. One
   * that asked in vain gets it along, where it is small; else it asks until its attempts end.
   */
  private NodeCall again(Binding bound, Running running) {
    return running.local()
        ? running.call()
        : running.call().resent(inline(bound, running.task()).orElse(null));
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

  private record Running(Task task, NodeCall call, CancellationScope scope, boolean local) {}

  private record Arrival(
      Running running, @Nullable NodeReply reply, @Nullable RuntimeException failure) {
    Exception failureOrUnknown() {
      return failure == null
          ? new IllegalStateException("Expected a result but found none.")
          : failure;
    }
  }
}
