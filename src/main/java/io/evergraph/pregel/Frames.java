package io.evergraph.pregel;

import io.evergraph.state.PersistentMap;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a thread by namespace, with an index of their tasks, so that finding the frame of
 * one task among many does not look at all of them. Immutable.
 */
public final class Frames {
  private static final Frames EMPTY =
      new Frames(PersistentMap.empty(), PersistentMap.empty(), 0, null);

  private final PersistentMap<Frame> frames;
  private final PersistentMap<String> homes;
  private final int ready;

  /** The frame when there is but one: then the index stays empty. */
  private final @Nullable Frame lone;

  private Frames(
      PersistentMap<Frame> frames, PersistentMap<String> homes, int ready, @Nullable Frame lone) {
    this.frames = frames;
    this.homes = homes;
    this.ready = ready;
    this.lone = lone;
  }

  /** Returns the given frames; the keys are their namespaces. */
  public static Frames of(Map<String, Frame> frames) {
    Frames all = EMPTY;
    for (Frame frame : frames.values()) {
      all = all.with(frame);
    }
    return all;
  }

  /** Returns the frames by namespace, in the order of the namespaces; unmodifiable. */
  public Map<String, Frame> byNamespace() {
    return frames;
  }

  /** Returns the frames in the order of their namespaces; unmodifiable. */
  public Collection<Frame> values() {
    return lone == null ? frames.values() : List.of(lone);
  }

  /** Returns the frame of a namespace. */
  public Optional<Frame> find(String namespace) {
    return Optional.ofNullable(get(namespace));
  }

  @Nullable Frame get(String namespace) {
    return frames.get(namespace);
  }

  Frame require(String namespace) {
    Frame frame = frames.get(namespace);
    if (frame == null) {
      throw new IllegalStateException(
          "Expected a frame '" + namespace + "' but found " + frames.keySet() + ".");
    }
    return frame;
  }

  /** Returns the frame in whose superstep a task is planned. */
  public Optional<Frame> holding(@Nullable String taskId) {
    return Optional.ofNullable(home(taskId));
  }

  @Nullable Frame home(@Nullable String taskId) {
    if (taskId == null) {
      return null;
    }
    if (lone != null) {
      return lone.plan().has(taskId) ? lone : null;
    }
    String namespace = homes.get(taskId);
    return namespace == null ? null : frames.get(namespace);
  }

  /** Returns the planned task of an id. */
  public Optional<PlannedTask> task(String taskId) {
    Frame home = home(taskId);
    return home == null ? Optional.empty() : home.plan().find(taskId);
  }

  /** Returns how many tasks are to be run, those beyond the limit of supersteps included. */
  public int ready() {
    return ready;
  }

  /** Returns whether other frames are of the same tasks, however far they have come. */
  public boolean hasTasksOf(Frames other) {
    Map<String, String> others = other.homes;
    return others == homes;
  }

  Frames with(Frame frame) {
    Frame before = frames.get(frame.namespace());
    Plan old = before == null ? Plan.empty() : before.plan();
    PersistentMap<Frame> all = frames.plus(frame.namespace(), frame);
    int nowReady = ready - old.ready() + frame.plan().ready();
    return all.size() == 1
        ? new Frames(all, PersistentMap.empty(), nowReady, frame)
        : new Frames(all, homesWith(frame, old), nowReady, null);
  }

  private PersistentMap<String> homesWith(Frame frame, Plan old) {
    if (lone != null) {
      return plus(plus(homes, lone), frame);
    }
    return old.hasTasksOf(frame.plan()) ? homes : plus(without(old), frame);
  }

  private static PersistentMap<String> plus(PersistentMap<String> homes, Frame frame) {
    PersistentMap<String> moved = homes;
    for (PlannedTask planned : frame.plan().tasks()) {
      moved = moved.plus(planned.task().id(), frame.namespace());
    }
    return moved;
  }

  private PersistentMap<String> without(Plan old) {
    PersistentMap<String> left = homes;
    for (PlannedTask planned : old.tasks()) {
      left = left.minus(planned.task().id());
    }
    return left;
  }

  Frames without(String namespace) {
    Frame frame = frames.get(namespace);
    if (frame == null) {
      return this;
    }
    PersistentMap<Frame> left = frames.minus(namespace);
    int leftReady = ready - frame.plan().ready();
    return left.size() == 1
        ? new Frames(left, PersistentMap.empty(), leftReady, left.values().iterator().next())
        : new Frames(left, without(frame.plan()), leftReady, null);
  }

  /**
   * Returns these frames without the subgraphs, at any depth, in one of them; those whose state is
   * kept per thread rest.
   */
  Frames outside(String outer) {
    Frames left = this;
    for (String namespace : frames.keySet()) {
      left = Frame.isInside(namespace, outer) ? left.rested(namespace) : left;
    }
    return left;
  }

  /** Returns these frames without a subgraph and those in it. */
  Frames closed(String namespace) {
    return outside(namespace).rested(namespace);
  }

  private Frames rested(String namespace) {
    Frames left = without(namespace);
    return find(namespace).filter(Frame::isKept).map(Frame::resting).map(left::with).orElse(left);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Frames all && frames.equals(all.frames);
  }

  @Override
  public int hashCode() {
    return frames.hashCode();
  }

  @Override
  public String toString() {
    return frames.toString();
  }
}
