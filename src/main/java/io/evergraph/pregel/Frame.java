package io.evergraph.pregel;

import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Route;
import io.evergraph.state.PersistentList;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one graph: the root, or a subgraph that runs inside a task of its parent.
 *
 * @param namespace empty for the root, else {@code node:task} joined by {@code |} from the root
 *     down; a subgraph that keeps its state per thread has no {@code :task}
 * @param parentTaskId the task that this frame stands for; null for the root, and for a subgraph
 *     that only keeps its state between calls
 * @param origin what the ids of its tasks are derived from beside their steps: the parent's task,
 *     and whatever took the frame up again since; null where that is nothing but the number of the
 *     checkpoint
 * @param graphPath the subgraph nodes that lead from the root graph to this frame's graph
 * @param checkpoint the number of the checkpoint that holds this frame's state
 * @param step the superstep that was committed last; -2 before the first
 * @param state the state of the last barrier
 * @param plan the superstep in progress
 * @param backlog what is remembered from one superstep to the next beside the state
 * @param outbox the writes that the parent will receive when this frame ends
 * @param hold the breakpoint at which it stands; null at none
 * @param last the superstep before the one in progress; null where no state can change where it
 *     leads
 * @param live what the channels that live for one run hold; left out wherever the frame is stored
 */
public record Frame(
    String namespace,
    @Nullable String parentTaskId,
    @Nullable String origin,
    List<String> graphPath,
    long checkpoint,
    int step,
    State state,
    Plan plan,
    PendingJoins backlog,
    List<Write> outbox,
    @Nullable BreakpointHit hold,
    @Nullable LastStep last,
    State live) {
  /** The step of a frame before its first commit. */
  public static final int BEFORE_FIRST_STEP = -2;

  /** The namespace of the graph itself. */
  public static final String ROOT = "";

  public Frame {
    graphPath = List.copyOf(graphPath);
    outbox = PersistentList.copyOf(outbox);
    backlog = Objects.requireNonNullElse(backlog, PendingJoins.EMPTY);
  }

  static Frame root(State initial) {
    return new Frame(
        ROOT,
        null,
        null,
        List.of(),
        0,
        BEFORE_FIRST_STEP,
        initial,
        Plan.empty(),
        PendingJoins.EMPTY,
        List.of(),
        null,
        null,
        State.empty());
  }

  /** Returns whether this is the graph itself, not a subgraph. */
  public boolean isRoot() {
    return namespace.isEmpty();
  }

  /** Returns the namespace of the frame that this one runs in; empty for children of the root. */
  public String parentNamespace() {
    int separator = namespace.lastIndexOf('|');
    return separator < 0 ? ROOT : namespace.substring(0, separator);
  }

  /** Returns whether a namespace is that of a subgraph, at any depth, of another's. */
  static boolean isInside(String namespace, String outer) {
    return outer.isEmpty() ? !namespace.isEmpty() : namespace.startsWith(outer + "|");
  }

  /** Returns whether a namespace is another, or that of a subgraph of it at any depth. */
  public static boolean isWithin(String namespace, String outer) {
    return namespace.equals(outer) || isInside(namespace, outer);
  }

  static String ofCall(Task task) {
    return inside(task.namespace(), task.node() + ":" + task.id());
  }

  static String ofThread(Task task) {
    return inside(task.namespace(), task.node());
  }

  private static String inside(String outer, String own) {
    return outer.isEmpty() ? own : outer + "|" + own;
  }

  /** Returns whether the state of this frame outlives its calls. */
  boolean isKept() {
    return !isRoot() && namespace.indexOf(':') < 0;
  }

  /** Returns whether a task of the graph around waits for what this frame writes. */
  boolean isCalled() {
    return parentTaskId != null;
  }

  Frame resting() {
    return changed(
        it -> {
          it.parentTaskId = null;
          it.origin = null;
          it.plan = Plan.empty();
          it.backlog = PendingJoins.EMPTY;
          it.outbox = List.of();
          it.hold = null;
          it.last = null;
        });
  }

  /**
   * Returns the id of a task of this frame. It must not depend on what other frames do meanwhile,
   * and the numbers of checkpoints inside a subgraph do.
   */
  String taskId(String thread, long number, int taskStep, String node, int index) {
    return origin == null
        ? Task.usualId(thread, number, namespace, node, index)
        : ContentHash.uuid(thread, origin, taskStep, node, index);
  }

  /**
   * Returns this frame as it is taken up again at a later number: what it runs from now on are
   * other tasks than those it ran then.
   */
  Frame takenUp(long number) {
    return changed(it -> it.origin = origin == null ? null : ContentHash.uuid(origin, number));
  }

  /**
   * Returns this frame with other tasks in the place of those that have something left to do:
   * nothing of them has begun. A subgraph in progress goes on inside.
   *
   * @param number keeps them apart from those
   */
  Frame renewed(long number) {
    Plan renewed =
        Plan.of(
            plan.tasks().stream()
                .map(it -> asksAgain(it.task()) ? it : it.renewed(number))
                .toList());
    BreakpointHit hit = hold;
    return with(renewed).withHold(hit == null ? null : hit.moved(plan, renewed));
  }

  /** Returns what the nodes of the run in progress see. */
  public State seen() {
    return state.and(live);
  }

  private Frame changed(Consumer<Change> changes) {
    Change change = new Change(this);
    changes.accept(change);
    return change.made();
  }

  Frame with(Plan other) {
    return changed(it -> it.plan = other);
  }

  Frame with(PlannedTask planned) {
    return with(plan.with(planned));
  }

  Frame with(PendingJoins other) {
    return changed(it -> it.backlog = other);
  }

  Frame sending(List<Write> writes) {
    return changed(it -> it.outbox = PersistentList.<Write>copyOf(outbox).plusAll(writes));
  }

  Frame committed(long number, int committedStep) {
    return changed(
        it -> {
          it.checkpoint = number;
          it.step = committedStep;
        });
  }

  Frame with(@Nullable LastStep other) {
    return changed(it -> it.last = other);
  }

  /** Returns this frame as somebody outside the graph has it go to where no edge leads. */
  Frame goingTo(List<Route> routes) {
    return last == null || routes.isEmpty() ? this : with(last.goingTo(routes, checkpoint));
  }

  /** Returns whether it is being found out anew where the last superstep leads. */
  boolean isRerouting() {
    return last != null && !last.asking().isEmpty();
  }

  /** Returns whether a task finds out anew where the last superstep leads. */
  public boolean asksAgain(Task task) {
    return last != null && last.asking().contains(task.id());
  }

  /** Returns whether what is left of the superstep in progress, or of finding it out, is done. */
  boolean isComplete() {
    return isRerouting() ? asking().isComplete() : !plan.isEmpty() && plan.isComplete();
  }

  /** Returns the tasks that find out anew where the last superstep leads. */
  Plan asking() {
    return plan.only(planned -> asksAgain(planned.task()));
  }

  Frame withHold(@Nullable BreakpointHit other) {
    return changed(it -> it.hold = other);
  }

  /** Returns this frame with other values, kept apart by how long their channels live. */
  Frame holding(State seen, StateSchema schema) {
    boolean all = schema.tracksAll();
    return changed(
        it -> {
          it.state = all ? seen : seen.only(schema::isTracked);
          it.live = all ? State.empty() : seen.only(channel -> !schema.isTracked(channel));
        });
  }

  Frame forgetting(StateSchema schema) {
    List<PlannedTask> kept =
        plan.tasks().stream().map(planned -> planned.forgetting(schema)).toList();
    List<Write> sent = outbox.stream().filter(write -> schema.isTracked(write.channel())).toList();
    return changed(
        it -> {
          it.plan = Plan.of(kept);
          it.outbox = sent;
          it.live = schema.initial().only(channel -> !schema.isTracked(channel));
        });
  }

  private static final class Change {
    private final Frame before;
    private @Nullable String parentTaskId;
    private @Nullable String origin;
    private long checkpoint;
    private int step;
    private State state;
    private Plan plan;
    private PendingJoins backlog;
    private List<Write> outbox;
    private @Nullable BreakpointHit hold;
    private @Nullable LastStep last;
    private State live;

    Change(Frame before) {
      this.before = before;
      this.parentTaskId = before.parentTaskId;
      this.origin = before.origin;
      this.checkpoint = before.checkpoint;
      this.step = before.step;
      this.state = before.state;
      this.plan = before.plan;
      this.backlog = before.backlog;
      this.outbox = before.outbox;
      this.hold = before.hold;
      this.last = before.last;
      this.live = before.live;
    }

    Frame made() {
      return new Frame(
          before.namespace,
          parentTaskId,
          origin,
          before.graphPath,
          checkpoint,
          step,
          state,
          plan,
          backlog,
          outbox,
          hold,
          last,
          live);
    }
  }
}
