package io.evergraph.runtime.thread;

import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.StateShape;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What may be seen from outside of a thread's channels. A channel of a subgraph is hidden where the
 * subgraph, or a graph around it, hides that name.
 */
public record Visibility(GraphSpec graph) {

  public Predicate<String> in(String namespace) {
    List<StateShape> shapes = shapes(namespace);
    return channel -> shapes.stream().allMatch(shape -> shape.isShown(channel));
  }

  private List<StateShape> shapes(String namespace) {
    List<StateShape> shapes = new ArrayList<>(List.of(graph.shape()));
    Optional<GraphSpec> at = Optional.of(graph);
    for (String node : Namespaces.nodes(namespace)) {
      at =
          at.flatMap(it -> it.node(node))
              .flatMap(it -> it.match(any -> Optional.empty(), Visibility::inside));
      at.map(GraphSpec::shape).ifPresent(shapes::add);
    }
    return shapes;
  }

  private static Optional<GraphSpec> inside(SubgraphNode node) {
    return Optional.of(node.graph());
  }

  public boolean differsInside() {
    return graph.nodes().stream()
        .flatMap(
            node -> node.match(any -> Optional.<GraphSpec>empty(), Visibility::inside).stream())
        .anyMatch(it -> !it.shape().hidden().isEmpty() || new Visibility(it).differsInside());
  }

  public State of(State state, String namespace) {
    return state.only(in(namespace));
  }

  /** Returns what may be seen of a snapshot: of a graph that has ended, what it gives back. */
  public ThreadSnapshot of(ThreadSnapshot snapshot) {
    boolean isOver = snapshot.namespace().equals(Frame.ROOT) && snapshot.next().isEmpty();
    State state = snapshot.state();
    return snapshot.with(
        isOver ? graph.shape().returned(state) : of(state, snapshot.namespace()),
        snapshot.tasks().isEmpty() ? List.of() : snapshot.tasks().stream().map(this::of).toList());
  }

  private TaskView of(TaskView task) {
    List<Write> writes = task.writes();
    List<Write> given = task.given();
    TaskView shown = writes == null ? task : task.withWrites(of(writes, task.namespace()));
    return given == null ? shown : shown.withGiven(of(given, task.namespace()));
  }

  public List<Write> of(List<Write> writes, String namespace) {
    Predicate<String> shown = in(namespace);
    return writes.stream().filter(write -> shown.test(write.channel())).toList();
  }

  public HistoryEntry of(HistoryEntry entry) {
    Predicate<String> shown = in(entry.snapshot().namespace());
    List<TaskWrites> writes = entry.writes().stream().map(it -> it.only(shown)).toList();
    return new HistoryEntry(of(entry.snapshot()), writes);
  }
}
