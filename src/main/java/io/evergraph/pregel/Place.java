package io.evergraph.pregel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where a frame stands among the others, by the positions of the tasks that lead to it. Subgraphs
 * come before the graphs that they run in, then the order is that of the tasks: unlike namespaces,
 * which hold hashes, it means something to people.
 *
 * @param positions the positions of the tasks, from the root down
 */
record Place(List<Integer> positions) implements Comparable<Place> {
  private static final Place OUTERMOST = new Place(List.of());

  /** Copies the positions. */
  Place {
    positions = List.copyOf(positions);
  }

  static Place of(Frame frame, Frames frames) {
    if (frame.isRoot()) {
      return OUTERMOST;
    }
    List<Integer> positions = new ArrayList<>();
    Frame inner = frame;
    while (!inner.isRoot()) {
      String task = String.valueOf(inner.parentTaskId());
      Frame outer = frames.holding(task).orElseThrow(() -> adrift(task));
      positions.add(outer.plan().position(task));
      inner = outer;
    }
    Collections.reverse(positions);
    return new Place(positions);
  }

  private static IllegalStateException adrift(String task) {
    return new IllegalStateException("Expected a planned task but found " + task + ".");
  }

  @Override
  public int compareTo(Place other) {
    int shared = Math.min(positions.size(), other.positions.size());
    for (int depth = 0; depth < shared; depth++) {
      int order = positions.get(depth).compareTo(other.positions.get(depth));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(other.positions.size(), positions.size());
  }
}
