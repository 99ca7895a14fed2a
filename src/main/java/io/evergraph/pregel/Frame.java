package io.evergraph.pregel;

import io.evergraph.graph.ContentHash;
import io.evergraph.state.PersistentList;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Objects;
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
    Backlog backlog,
    List<Write> outbox,
    @Nullable Hold hold,
    State live) {
  /** The step of a frame before its first commit. */
  public static final int BEFORE_FIRST_STEP = -2;

  /** The namespace of the graph itself. */
  public static final String ROOT = "";

  /** Copies the collections. */
  public Frame {
    graphPath = List.copyOf(graphPath);
    outbox = PersistentList.copyOf(outbox);
    backlog = Objects.requireNonNullElse(backlog, Backlog.EMPTY);
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
        Backlog.EMPTY,
        List.of(),
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

  /** Returns the namespace of a subgraph that starts anew with each call. */
  static String ofCall(Task task) {
    return inside(task.namespace(), task.node() + ":" + task.id());
  }

  /** Returns the namespace of a subgraph that keeps its state per thread. */
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

  /** Returns whether this is the frame of a namespace, or one inside it. */
  boolean isWithin(String outer) {
    return namespace.equals(outer) || namespace.startsWith(outer + "|");
  }

  /** Returns whether a task of the graph around waits for what this frame writes. */
  boolean isCalled() {
    return parentTaskId != null;
  }

  /** Returns what is left of this frame between calls. */
  Frame resting() {
    Change change = new Change(this);
    change.parentTaskId = null;
    change.origin = null;
    change.plan = Plan.empty();
    change.backlog = Backlog.EMPTY;
    change.outbox = List.of();
    change.hold = null;
    return change.made();
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
    Change change = new Change(this);
    change.origin = origin == null ? null : ContentHash.uuid(origin, number);
    return change.made();
  }

  /** Returns what the nodes of the run in progress see. */
  public State seen() {
    return state.and(live);
  }

  Frame with(Plan other) {
    Change change = new Change(this);
    change.plan = other;
    return change.made();
  }

  Frame with(PlannedTask planned) {
    return with(plan.with(planned));
  }

  Frame with(Backlog other) {
    Change change = new Change(this);
    change.backlog = other;
    return change.made();
  }

  Frame sending(List<Write> writes) {
    Change change = new Change(this);
    change.outbox = PersistentList.<Write>copyOf(outbox).plusAll(writes);
    return change.made();
  }

  Frame at(long number) {
    Change change = new Change(this);
    change.checkpoint = number;
    return change.made();
  }

  Frame committed(long number, int committedStep) {
    Change change = new Change(this);
    change.checkpoint = number;
    change.step = committedStep;
    return change.made();
  }

  Frame withHold(@Nullable Hold other) {
    Change change = new Change(this);
    change.hold = other;
    return change.made();
  }

  /** Returns this frame with other values, kept apart by how long their channels live. */
  Frame holding(State seen, StateSchema schema) {
    Change change = new Change(this);
    change.hold(seen, schema);
    return change.made();
  }

  /** Returns this frame after a superstep, with the values after it. */
  Frame committed(long number, int committedStep, State seen, StateSchema schema) {
    Change change = new Change(this);
    change.checkpoint = number;
    change.step = committedStep;
    change.hold(seen, schema);
    return change.made();
  }

  /** Returns this frame with what follows, what is remembered, and where it pauses. */
  Frame followedBy(Plan next, Backlog remembered, @Nullable Hold pause) {
    Change change = new Change(this);
    change.plan = next;
    change.backlog = remembered;
    change.hold = pause;
    return change.made();
  }

  /** Returns this frame without anything that the run in progress wrote for itself alone. */
  Frame forgetting(StateSchema schema) {
    List<PlannedTask> kept =
        plan.tasks().stream().map(planned -> planned.forgetting(schema)).toList();
    List<Write> sent = outbox.stream().filter(write -> schema.isTracked(write.channel())).toList();
    Change change = new Change(this);
    change.plan = Plan.of(kept);
    change.outbox = sent;
    change.live = State.empty();
    return change.made();
  }

  /** The parts of a frame while one of the methods above changes some of them. */
  private static final class Change {
    private final Frame before;
    private @Nullable String parentTaskId;
    private @Nullable String origin;
    private long checkpoint;
    private int step;
    private State state;
    private Plan plan;
    private Backlog backlog;
    private List<Write> outbox;
    private @Nullable Hold hold;
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
      this.live = before.live;
    }

    void hold(State seen, StateSchema schema) {
      boolean all = schema.tracksAll();
      state = all ? seen : seen.only(schema::isTracked);
      live = all ? State.empty() : seen.only(channel -> !schema.isTracked(channel));
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
          live);
    }
  }
}
