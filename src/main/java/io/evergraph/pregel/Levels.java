package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tree of graphs, and what passes between a graph and the subgraphs in it. */
record Levels(Level root) {

  Level of(Frame frame) {
    return at(frame.graphPath());
  }

  Level at(List<String> graphPath) {
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
  Optional<Frame> child(Frame parent, Task task) {
    return of(parent).child(task.node()).map(level -> frame(parent, task, level));
  }

  private static Frame frame(Frame parent, Task task, Level level) {
    List<String> path = Stream.concat(parent.graphPath().stream(), Stream.of(task.node())).toList();
    return new Frame(
        Frame.childNamespace(task),
        task.id(),
        path,
        0,
        Frame.BEFORE_FIRST_STEP,
        task.trigger()
            .match(
                edges -> shared(parent.state(), level.schema()),
                sent -> level.schema().initial(),
                routeOnly -> level.schema().initial()),
        Plan.empty(),
        Map.of(),
        List.of(),
        null);
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

  /** The child begins with the parent's values of the channels that both know. */
  private static State shared(State parent, StateSchema child) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(child.initial().values());
    parent
        .values()
        .forEach(
            (name, value) -> {
              if (isKnown(child, name)) {
                values.put(name, value);
              }
            });
    return State.of(values);
  }

  private static boolean isKnown(StateSchema schema, String channel) {
    return schema.openness() == Openness.ANY || schema.channels().containsKey(channel);
  }

  /** Returns what enters a child beside the shared values: the input of a sent task. */
  StateUpdate inputOf(Frame parent, Task task) {
    return task.trigger()
        .match(edges -> StateUpdate.empty(), Trigger.Sent::input, Trigger.RouteOnly::update);
  }

  /** Returns what a superstep of a child wrote to channels that its parent knows. */
  List<Write> forParent(Frame child, List<Contribution> contributions) {
    List<String> path = child.graphPath();
    StateSchema parent = at(path.subList(0, path.size() - 1)).schema();
    return contributions.stream()
        .flatMap(contribution -> contribution.writes().stream())
        .filter(write -> isKnown(parent, write.channel()))
        .toList();
  }
}
