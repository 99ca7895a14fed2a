package io.evergraph.pregel;

import io.evergraph.state.PersistentMap;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a thread by namespace, with an index of their tasks, so that finding the frame of
 * one task among many does not look at all of them. Immutable.
 */
public final class Frames {
  private static final Frames EMPTY = new Frames(PersistentMap.empty(), PersistentMap.empty(), 0);

  private final PersistentMap<Frame> frames;
  private final PersistentMap<String> homes;
  private final int ready;

  private Frames(PersistentMap<Frame> frames, PersistentMap<String> homes, int ready) {
    this.frames = frames;
    this.homes = homes;
    this.ready = ready;
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
    return frames.values();
  }

  /** Returns the frame of a namespace. */
  public Optional<Frame> find(String namespace) {
    return Optional.ofNullable(frames.get(namespace));
  }

  /** Returns the frame in whose superstep a task is planned. */
  public Optional<Frame> holding(@Nullable String taskId) {
    return Optional.ofNullable(homes.get(taskId)).map(frames::get);
  }

  /** Returns the planned task of an id. */
  public Optional<PlannedTask> task(String taskId) {
    return holding(taskId).flatMap(frame -> frame.plan().find(taskId));
  }

  /** Returns how many tasks are to be run, those beyond the limit of supersteps included. */
  public int ready() {
    return ready;
  }

  Frames with(Frame frame) {
    Frame before = frames.get(frame.namespace());
    Plan old = before == null ? Plan.empty() : before.plan();
    return new Frames(
        frames.plus(frame.namespace(), frame),
        old.hasTasksOf(frame.plan()) ? homes : moved(old, frame),
        ready - old.ready() + frame.plan().ready());
  }

  private PersistentMap<String> moved(Plan old, Frame frame) {
    PersistentMap<String> moved = without(old);
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
    return frame == null
        ? this
        : new Frames(frames.minus(namespace), without(frame.plan()), ready - frame.plan().ready());
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
