package io.evergraph.pregel;

import io.evergraph.error.SubgraphBusyException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Memory;
import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The tree of graphs, and what passes between a graph and the subgraphs in it. */
record Levels(Level root) {

  Level of(Frame frame) {
    return frame.graphPath().isEmpty() ? root : at(frame.graphPath());
  }

  private Level at(List<String> graphPath) {
    Level level = root;
    for (String node : graphPath) {
      level =
          level
              .child(node)
              .orElseThrow(() -> new IllegalStateException("No subgraph at " + graphPath));
    }
    return level;
  }

  /** Returns the frame that a task opens when its node is a subgraph. */
  Optional<Frame> child(Frames frames, Frame parent, Task task) {
    Level outer = of(parent);
    return outer
        .child(task.node())
        .map(
            inner ->
                outer.embedding(task.node()).memory() == Memory.PER_THREAD
                    ? kept(frames, parent, task, inner)
                    : opened(parent, task, inner, Frame.ofCall(task), fresh(inner)));
  }

  private static Frame fresh(Level inner) {
    return Frame.root(inner.schema().initial());
  }

  /** A call goes on from where the one before it came to. */
  private Frame kept(Frames frames, Frame parent, Task task, Level inner) {
    String namespace = Frame.ofThread(task);
    Frame before = frames.find(namespace).orElseGet(() -> fresh(inner));
    return opened(parent, task, inner, namespace, before);
  }

  private Frame opened(Frame parent, Task task, Level inner, String namespace, Frame before) {
    State begun = begun(parent, task, inner, before.seen());
    return new Frame(
            namespace,
            task.id(),
            task.id(),
            Stream.concat(parent.graphPath().stream(), Stream.of(task.node())).toList(),
            0,
            before.step(),
            begun,
            Plan.empty(),
            Backlog.EMPTY,
            List.of(),
            null,
            State.empty())
        .holding(begun, inner.schema());
  }

  /** Returns where a frame pauses: as the run says, and as the graphs that it runs in do. */
  Breakpoints breakpoints(Frame frame, Breakpoints ofRun) {
    Breakpoints all = ofRun;
    Level level = root;
    for (String node : frame.graphPath()) {
      level = level.child(node).orElseThrow();
      all = all.inside(node).and(level.spec().breakpoints());
    }
    return all;
  }

  /** A sent task brings its own input instead of what the graph around holds. */
  private State begun(Frame parent, Task task, Level inner, State held) {
    Trigger trigger = task.trigger();
    return trigger.readsCheckpoint()
        ? passage(of(parent), task.node(), inner).begun(held, trigger.read(parent::seen))
        : held;
  }

  private static Passage passage(Level outer, String node, Level inner) {
    return new Passage(outer.schema(), inner.schema(), inner.spec().shape(), outer.embedding(node));
  }

  /**
   * Refuses what would let two calls write one memory at a time.
   *
   * @throws SubgraphBusyException when the plan has several calls of a subgraph that keeps its
   *     state per thread
   */
  void requireSingleCalls(Frame frame, Plan plan) {
    Level level = of(frame);
    if (!level.hasChildren()) {
      return;
    }
    Map<String, Long> calls = new TreeMap<>();
    for (PlannedTask planned : plan.tasks()) {
      String node = planned.task().node();
      if (!planned.progress().isOver()
          && level.child(node).isPresent()
          && level.embedding(node).memory() == Memory.PER_THREAD
          && calls.merge(node, 1L, Long::sum) > 1) {
        throw new SubgraphBusyException(
            node, plan.tasks().stream().filter(it -> it.task().node().equals(node)).count());
      }
    }
  }

  /** Returns what a superstep of a child wrote that its parent hears of. */
  List<Write> heard(Frame child, List<Contribution> contributions) {
    Passage passage = passage(child);
    return contributions.stream()
        .flatMap(contribution -> contribution.writes().stream())
        .filter(passage::isHeard)
        .toList();
  }

  /** Returns what the parent receives from a child that has come to its end. */
  List<Write> received(Frame child) {
    return passage(child).received(child.outbox(), child.seen());
  }

  private Passage passage(Frame child) {
    List<String> path = child.graphPath();
    Level outer = at(path.subList(0, path.size() - 1));
    return passage(outer, path.get(path.size() - 1), of(child));
  }

  /** Returns the frames without anything that the run in progress wrote for itself alone. */
  Frames forgetting(Frames frames) {
    Frames kept = frames;
    for (Frame frame : frames.values()) {
      StateSchema schema = of(frame).schema();
      if (!schema.tracksAll()) {
        kept = kept.with(frame.forgetting(schema));
      }
    }
    return kept;
  }
}
