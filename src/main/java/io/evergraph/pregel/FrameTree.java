package io.evergraph.pregel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The frames of a thread in the order of their tasks, subgraphs before the graphs that they run in:
 * unlike namespaces, which hold hashes, this order means something to people.
 */
final class FrameTree {
  private final Map<String, Frame> frames;
  private final List<Frame> ordered = new ArrayList<>();

  private FrameTree(Map<String, Frame> frames) {
    this.frames = frames;
  }

  static List<Frame> innermostFirst(Map<String, Frame> frames) {
    FrameTree tree = new FrameTree(frames);
    tree.visit(Frame.ROOT);
    return tree.ordered;
  }

  private void visit(String namespace) {
    Frame frame = frames.get(namespace);
    if (frame == null) {
      return;
    }
    if (frames.size() > 1) {
      frame.plan().tasks().forEach(this::descend);
    }
    ordered.add(frame);
  }

  private void descend(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Nested nested) {
      visit(nested.namespace());
    }
  }
}
