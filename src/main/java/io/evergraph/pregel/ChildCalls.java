package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What passes between the tasks of a checkpoint and the threads that work for them. */
record ChildCalls(GraphIndex index, Checkpoint at) {

  /** Returns whether a thread of its own works for a task; its routers run here. */
  static boolean isCall(GraphIndex graph, Task task) {
    return graph.embedding(task.node()).isOnOwnThread()
        && !(task.trigger() instanceof Trigger.RouteOnly);
  }

  boolean isCall(Task task) {
    return at.frame(task.namespace()).filter(it -> isCall(index.of(it), task)).isPresent();
  }

  private Frame frame(Task task) {
    return at.frame(task.namespace()).orElseThrow();
  }

  ChildCall call(Task task, Graph around) {
    Frame frame = frame(task);
    SubgraphMapping mapping = mapping(task);
    Trigger trigger = task.trigger();
    List<Write> input = new ArrayList<>();
    if (trigger.readsCheckpoint()) {
      Map<String, @Nullable Object> begun =
          mapping.begun(State.empty(), trigger.read(frame::seen)).values();
      begun.forEach((channel, value) -> input.add(new Write(channel, value, true)));
    }
    input.addAll(trigger.values().writes());
    return new ChildCall(
        around.subgraph(task.node()), new StateUpdate(input), settings(frame, task, mapping));
  }

  private SubgraphMapping mapping(Task task) {
    GraphIndex outer = index.of(frame(task));
    return SubgraphCalls.mapping(outer, task.node(), outer.child(task.node()).orElseThrow());
  }

  private RunSettings settings(Frame frame, Task task, SubgraphMapping mapping) {
    RunSettings own = at.lastSegment().orElseThrow().settings();
    List<String> path = new ArrayList<>(frame.graphPath());
    path.add(task.node());
    Breakpoints breakpoints = own.breakpoints();
    for (String node : path) {
      breakpoints = breakpoints.inside(node);
    }
    GraphSpec inner = index.of(frame).child(task.node()).orElseThrow().spec();
    return new RunSettings(
        own.maxSteps(),
        own.onFailure(),
        own.context(),
        own.tags(),
        own.callOptions().inside(path),
        breakpoints,
        own.maxConcurrencyOf(inner),
        caller(task, mapping, own));
  }

  private Caller caller(Task task, SubgraphMapping mapping, RunSettings own) {
    List<String> declared = List.copyOf(mapping.inner().channels().keySet());
    List<String> heard = declared.stream().filter(mapping::isHeard).sorted().toList();
    boolean all = mapping.inner().openness() == Openness.ANY;
    return new Caller(
        at.thread(),
        task.id(),
        all ? null : heard,
        heard.stream().filter(mapping::isHeardWhole).toList(),
        sites(task, own));
  }

  private List<CallSite> sites(Task task, RunSettings own) {
    String namespace = Frame.ofCall(task);
    List<CallSite> sites = new ArrayList<>();
    sites.add(new CallSite(at.thread(), namespace, task.checkpoint()));
    own.sites().forEach(above -> sites.add(above.inside(namespace)));
    return sites;
  }

  /**
   * Returns what a task receives in the end.
   *
   * @param heard what its thread wrote
   * @param end what the channels held there in the end
   */
  List<Write> received(Task task, List<Write> heard, State end) {
    SubgraphMapping mapping = mapping(task);
    return mapping.received(
        heard.stream().filter(write -> mapping.isHeard(write.channel())).toList(), end);
  }
}
