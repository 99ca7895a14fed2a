package io.evergraph.pregel;

import io.evergraph.error.SubgraphBusyException;
import io.evergraph.graph.Embedding.Memory;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Opens subgraphs for the tasks that call them, and hands back what they wrote. */
final class SubgraphCalls {
  private static final int INPUT_AND_ENTRY = 2;

  private final Transition transition;
  private final GraphIndex index;

  SubgraphCalls(Transition transition, GraphIndex index) {
    this.transition = transition;
    this.index = index;
  }

  void open(String namespace, Plan plan) {
    if (plan.isEmpty() || !index.of(transition.frame(namespace)).hasChildren()) {
      return;
    }
    BreakpointHit hold = transition.frame(namespace).hold();
    for (PlannedTask planned : plan.only(SubgraphCalls::isToOpen).tasks()) {
      Frame around = transition.frame(namespace);
      boolean isHeld = hold != null && hold.holds(planned.task());
      if (!isHeld && !ChildCalls.isCall(index.of(around), planned.task())) {
        child(around, planned.task()).ifPresent(child -> open(planned, child));
      }
    }
  }

  /** Opens what is ready; what a breakpoint holds opens when it lets go. */
  void openAll() {
    open(frame -> true);
  }

  /** Opens what is ready in other frames than one. */
  void openBeside(String namespace) {
    open(frame -> !frame.namespace().equals(namespace));
  }

  private void open(Predicate<Frame> those) {
    List.copyOf(transition.frames().values()).stream()
        .filter(those)
        .forEach(frame -> openUnlessHeld(frame, frame.plan()));
  }

  /** In an eager graph a breakpoint holds single tasks. */
  void openUnlessHeld(Frame frame, Plan plan) {
    BreakpointHit hold = frame.hold();
    if (hold == null || hold.passes() || index.of(frame).isEager()) {
      open(frame.namespace(), plan);
    }
  }

  private static boolean isToOpen(PlannedTask planned) {
    return planned.progress() instanceof Progress.Ready
        && !(planned.task().trigger() instanceof Trigger.RouteOnly);
  }

  private void open(PlannedTask caller, Frame child) {
    transition.put(caller.with(new Progress.Nested(child.namespace())));
    transition.put(child);
    if (child.isKept()) {
      transition.found(child, child.step() + INPUT_AND_ENTRY);
    }
    Trigger trigger = caller.task().trigger();
    // What an edit gave a caller that reads its checkpoint, the child has begun with
    transition.enter(
        child.namespace(), trigger.readsCheckpoint() ? StateUpdate.empty() : trigger.values());
  }

  private Optional<Frame> child(Frame parent, Task task) {
    GraphIndex outer = index.of(parent);
    return outer
        .child(task.node())
        .map(
            inner -> {
              boolean keeps = outer.embedding(task.node()).memory() == Memory.PER_THREAD;
              String namespace = keeps ? Frame.ofThread(task) : Frame.ofCall(task);
              Frame before =
                  transition
                      .frames()
                      .find(namespace)
                      .filter(any -> keeps)
                      .orElseGet(() -> Frame.root(inner.schema().initial()));
              return opened(parent, task, inner, namespace, before);
            });
  }

  private Frame opened(Frame parent, Task task, GraphIndex inner, String namespace, Frame before) {
    Trigger trigger = task.trigger();
    State kept = inner.schema().cleared(before.seen());
    // A sent task brings its own input instead of what the graph around holds
    State begun =
        trigger.readsCheckpoint()
            ? mapping(index.of(parent), task.node(), inner).begun(kept, trigger.read(parent::seen))
            : kept;
    return new Frame(
            namespace,
            task.id(),
            task.id(),
            Stream.concat(parent.graphPath().stream(), Stream.of(task.node())).toList(),
            0,
            before.step(),
            begun,
            Plan.empty(),
            PendingJoins.EMPTY,
            List.of(),
            null,
            null,
            State.empty())
        .holding(begun, inner.schema());
  }

  static SubgraphMapping mapping(GraphIndex outer, String node, GraphIndex inner) {
    return new SubgraphMapping(
        outer.schema(), inner.schema(), inner.spec().shape(), outer.embedding(node));
  }

  /** Refuses what would let two calls write one memory at a time. */
  void requireSingleCalls(Frame frame, Plan plan) {
    GraphIndex graph = index.of(frame);
    if (!graph.hasChildren()) {
      return;
    }
    Map<String, Long> calls = new TreeMap<>();
    for (PlannedTask planned : plan.tasks()) {
      String node = planned.task().node();
      if (!planned.progress().isOver()
          && graph.child(node).isPresent()
          && graph.embedding(node).memory() == Memory.PER_THREAD
          && calls.merge(node, 1L, Long::sum) > 1) {
        throw new SubgraphBusyException(
            node, plan.tasks().stream().filter(it -> it.task().node().equals(node)).count());
      }
    }
  }

  /** What entered a subgraph came from its parent, so only what is written inside goes back. */
  Frame sendingOwn(Frame before, Frame after, List<TaskWrites> contributions) {
    Plan done = before.plan();
    List<TaskWrites> own = done.isEntry() ? done.beyondInput() : contributions;
    return sending(before, after, contributions, own);
  }

  Frame sending(Frame before, Frame child, List<TaskWrites> contributions) {
    return sending(before, child, contributions, contributions);
  }

  private Frame sending(Frame before, Frame child, List<TaskWrites> all, List<TaskWrites> own) {
    if (child.isRoot()) {
      return sendingToCaller(child, all, own);
    }
    SubgraphMapping mapping = mapping(child);
    List<Write> heard =
        TaskWrites.counting(all, own).stream()
            .filter(write -> mapping.isHeard(write.channel()))
            .toList();
    return child.sending(mapping.sent(before.seen(), heard));
  }

  /** A graph that a task of another thread has called keeps what it writes until it ends. */
  private Frame sendingToCaller(Frame root, List<TaskWrites> all, List<TaskWrites> own) {
    Segment segment = transition.segment();
    Caller caller = segment == null ? null : segment.settings().caller();
    return caller == null
        ? root
        : root.sending(
            TaskWrites.counting(all, own).stream()
                .filter(write -> caller.hears(write.channel()))
                .toList());
  }

  private SubgraphMapping mapping(Frame child) {
    List<String> path = child.graphPath();
    int last = path.size() - 1;
    return mapping(index.at(path.subList(0, last)), path.get(last), index.of(child));
  }

  /**
   * Returns the task that called a subgraph after the subgraph came to an end: its writes are those
   * of the subgraph, and where routers leave the node, they run next.
   */
  PlannedTask ended(Frame child, List<TaskResult.ParentCommand> commands) {
    Frame parent = transition.frame(child.parentNamespace());
    PlannedTask caller = parent.plan().find(String.valueOf(child.parentTaskId())).orElseThrow();
    Task task = caller.task();
    List<Write> received = new ArrayList<>(mapping(child).received(child.outbox(), child.seen()));
    commands.forEach(command -> received.addAll(command.writes()));
    Routing routing = TaskResult.ParentCommand.routing(commands);
    boolean leads = !routing.equals(Routing.ALONG_EDGES);
    if (!leads && index.of(parent).hasRouters(task.node())) {
      return PlannedTask.ready(task.routing(new StateUpdate(received)));
    }
    return PlannedTask.settled(task, received, routing);
  }

  /** Returns a task for which a thread of its own has come to its end, likewise. */
  PlannedTask ended(PlannedTask caller, TaskResult.Completed result) {
    Task task = caller.task();
    return isCall(task) && index.of(transition.frame(task.namespace())).hasRouters(task.node())
        ? caller.again(task.routing(new StateUpdate(result.writes())))
        : caller.with(new Progress.Settled(result));
  }

  /** Hands the answers so far on to the threads that asked; each goes on with those it has. */
  void passAnswersOn() {
    for (PlannedTask planned : transition.planned()) {
      if (planned.progress() instanceof Progress.Asking asking
          && !asking.given().isEmpty()
          && isCall(planned.task())) {
        transition.put(planned.goingOn(asking));
      }
    }
  }

  boolean isCall(Task task) {
    return ChildCalls.isCall(index.of(transition.frame(task.namespace())), task);
  }
}
