package io.evergraph.export;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * What to mark in a drawing.
 *
 * @param marks how nodes stand, by path: the node's name, with the names of the subgraph nodes that
 *     lead to it before it, joined by {@code /}
 */
public record Highlights(Map<String, Mark> marks) {
  private static final Highlights NONE = new Highlights(Map.of());
  private static final BinaryOperator<Mark> MORE_URGENT = BinaryOperator.maxBy(Mark::compareTo);

  public Highlights {
    marks = Collections.unmodifiableMap(new TreeMap<>(marks));
  }

  /** How a node stands; what needs attention most comes last. */
  public enum Mark {
    /** It is running, or about to. */
    RUNNING,
    /** It waits for an answer. */
    WAITING,
    /** It has failed and can be tried again. */
    FAILED
  }

  /** Returns no marks. */
  public static Highlights none() {
    return NONE;
  }

  /** Returns the marks of a thread as it stands at a checkpoint. */
  public static Highlights of(Checkpoint at) {
    Map<String, Mark> marks = new TreeMap<>();
    for (Frame frame : at.frames().values()) {
      for (PlannedTask planned : frame.plan().tasks()) {
        planned
            .progress()
            .match(MarkOf.INSTANCE)
            .ifPresent(mark -> marks.merge(path(frame, planned), mark, MORE_URGENT));
      }
    }
    return new Highlights(marks);
  }

  /** Returns these marks and one more; a node keeps its more urgent mark. */
  public Highlights and(String path, Mark mark) {
    Map<String, Mark> more = new TreeMap<>(marks);
    more.merge(path, mark, MORE_URGENT);
    return new Highlights(more);
  }

  /** Returns these marks and the same one for several nodes of the graph itself. */
  public Highlights and(Collection<String> nodes, Mark mark) {
    Highlights more = this;
    for (String node : nodes) {
      more = more.and(node, mark);
    }
    return more;
  }

  private static String path(Frame frame, PlannedTask planned) {
    String node = planned.task().node();
    return frame.isRoot() ? node : String.join("/", frame.graphPath()) + "/" + node;
  }

  private enum MarkOf implements Progress.Cases<Optional<Mark>> {
    INSTANCE;

    @Override
    public Optional<Mark> ready(Progress.Ready it) {
      return Optional.of(Mark.RUNNING);
    }

    @Override
    public Optional<Mark> settled(Progress.Settled it) {
      return Optional.empty();
    }

    @Override
    public Optional<Mark> asking(Progress.Asking it) {
      return Optional.of(Mark.WAITING);
    }

    @Override
    public Optional<Mark> broken(Progress.Broken it) {
      return Optional.of(Mark.FAILED);
    }

    @Override
    public Optional<Mark> dropped(Progress.Dropped it) {
      return Optional.empty();
    }

    @Override
    public Optional<Mark> nested(Progress.Nested it) {
      return Optional.empty();
    }
  }
}
