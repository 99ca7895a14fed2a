package io.evergraph.export;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
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
  /** No marks. */
  public static final Highlights NONE = new Highlights(Map.of());

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

  /** Returns the marks of a thread as it stands at a checkpoint. */
  public static Highlights of(Checkpoint at) {
    Map<String, Mark> marks = new TreeMap<>();
    for (Frame frame : at.frames().values()) {
      for (PlannedTask planned : frame.plan().tasks()) {
        planned
            .progress()
            .<Optional<Mark>>match(
                ready -> Optional.of(Mark.RUNNING),
                settled -> Optional.empty(),
                asking -> Optional.of(Mark.WAITING),
                broken -> Optional.of(Mark.FAILED),
                nested -> Optional.empty(),
                dropped -> Optional.empty())
            .ifPresent(mark -> marks.merge(path(frame, planned), mark, MORE_URGENT));
      }
    }
    return new Highlights(marks);
  }

  private static String path(Frame frame, PlannedTask planned) {
    String node = planned.task().node();
    return frame.isRoot() ? node : String.join("/", frame.graphPath()) + "/" + node;
  }
}
