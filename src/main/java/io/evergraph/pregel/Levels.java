package io.evergraph.pregel;

import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        List.of());
  }

  /** The child begins with the parent's values of the channels that both declare. */
  private static State shared(State parent, StateSchema child) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(child.initial().values());
    child.channels().keySet().stream()
        .filter(parent::has)
        .forEach(name -> values.put(name, parent.value(name)));
    return State.of(values);
  }

  /** Returns what enters a child beside the shared values: the input of a sent task. */
  StateUpdate inputOf(Frame parent, Task task) {
    return task.trigger()
        .match(edges -> StateUpdate.empty(), Trigger.Sent::input, Trigger.RouteOnly::update);
  }

  /**
   * Adds to the outbox of a child what its superstep wrote to channels that the parent declares.
   */
  Frame collect(Frame frame, List<Contribution> contributions) {
    if (frame.namespace().isEmpty()) {
      return frame;
    }
    List<String> path = frame.graphPath();
    Set<String> known = at(path.subList(0, path.size() - 1)).schema().channels().keySet();
    Stream<Write> added =
        contributions.stream()
            .flatMap(contribution -> contribution.writes().stream())
            .filter(write -> known.contains(write.channel()));
    return frame.withOutbox(Stream.concat(frame.outbox().stream(), added).toList());
  }
}
