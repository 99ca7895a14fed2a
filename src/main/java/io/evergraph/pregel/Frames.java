package io.evergraph.pregel;

import io.evergraph.state.PersistentMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a thread by namespace, with an index of the tasks of subgraphs, so that finding the
 * frame of one task among many does not look at all of them. Immutable.
 */
public final class Frames {
  private static final Frames EMPTY = new Frames(PersistentMap.empty(), PersistentMap.empty());

  private final PersistentMap<Frame> frames;

  private final PersistentMap<String> namespaces;

  private Frames(PersistentMap<Frame> frames, PersistentMap<String> namespaces) {
    this.frames = frames;
    this.namespaces = namespaces;
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

  /** Returns the number of the newest checkpoint that a frame stands at; 0 before the first. */
  public long newest() {
    return values().stream().mapToLong(Frame::checkpoint).max().orElse(0);
  }

  /** Returns the frame of a namespace. */
  public Optional<Frame> find(String namespace) {
    return Optional.ofNullable(frames.get(namespace));
  }

  Frame require(String namespace) {
    Frame frame = frames.get(namespace);
    if (frame == null) {
      throw new IllegalStateException(
          "Expected a frame '" + namespace + "' but found " + frames.keySet() + ".");
    }
    return frame;
  }

  /** Returns the frame whose task called a subgraph; empty for the root and between calls. */
  Optional<Frame> calling(Frame inner) {
    String task = inner.parentTaskId();
    return task == null
        ? Optional.empty()
        : find(inner.parentNamespace()).filter(outer -> outer.plan().has(task));
  }

  /** Returns the planned task of an id. */
  public Optional<PlannedTask> task(String taskId) {
    return Optional.ofNullable(frames.get(namespaces.getOrDefault(taskId, Frame.ROOT)))
        .flatMap(frame -> frame.plan().find(taskId));
  }

  Frames with(Frame frame) {
    PersistentMap<Frame> all = frames.plus(frame.namespace(), frame);
    Frame before = frames.get(frame.namespace());
    if (frame.isRoot() || (before != null && before.plan().hasTasksOf(frame.plan()))) {
      return new Frames(all, namespaces);
    }
    PersistentMap<String> index = namespacesWithout(before);
    for (PlannedTask planned : frame.plan().tasks()) {
      index = index.plus(planned.task().id(), frame.namespace());
    }
    return new Frames(all, index);
  }

  private PersistentMap<String> namespacesWithout(@Nullable Frame frame) {
    PersistentMap<String> index = namespaces;
    if (frame != null) {
      for (PlannedTask planned : frame.plan().tasks()) {
        index = index.minus(planned.task().id());
      }
    }
    return index;
  }

  Frames without(String namespace) {
    Frame frame = frames.get(namespace);
    return frame == null ? this : new Frames(frames.minus(namespace), namespacesWithout(frame));
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

  /**
   * Where a frame stands among the others. Subgraphs come before the graphs that they run in, then
   * the order is that of the tasks: namespaces hold hashes, so their order means nothing to people.
   */
  record Position(List<Integer> tasks) implements Comparable<Position> {
    Position {
      tasks = List.copyOf(tasks);
    }

    static Position of(Frame frame, Frames frames) {
      List<Integer> tasks = new ArrayList<>();
      Frame inner = frame;
      while (!inner.isRoot()) {
        String task = String.valueOf(inner.parentTaskId());
        inner =
            frames
                .calling(inner)
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "Expected a planned task but found " + task + "."));
        tasks.add(inner.plan().position(task));
      }
      Collections.reverse(tasks);
      return new Position(tasks);
    }

    @Override
    public int compareTo(Position other) {
      int shared = Math.min(tasks.size(), other.tasks.size());
      for (int depth = 0; depth < shared; depth++) {
        int order = tasks.get(depth).compareTo(other.tasks.get(depth));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(other.tasks.size(), tasks.size());
    }
  }
}
