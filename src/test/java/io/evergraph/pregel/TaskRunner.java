package io.evergraph.pregel;

import io.evergraph.graph.Command;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the code of a task once, in the calling thread, and says how it ended. */
record TaskRunner(Graph root) {
  private static final TaskReport REPORT = TaskReport.of(1, Duration.ofMillis(5));

  TaskResult run(Checkpoint at, Task task, int remainingSteps) {
    State seen = at.frame(task.namespace()).orElseThrow().seen();
    return run(at, task, seen, remainingSteps);
  }

  TaskResult run(Checkpoint at, Task task, State seen, int remainingSteps) {
    Graph graph = graphOf(at.frame(task.namespace()).orElseThrow());
    State state = task.trigger().read(() -> seen);
    TaskContext context = new TaskContext(at, task, state, remainingSteps);
    try {
      TaskResult.Completed done = completed(graph, task, context);
      return context.open().isEmpty() ? done : asked(task, context);
    } catch (InterruptSignal signal) {
      return asked(task, context);
    } catch (Exception failure) {
      return new TaskResult.Failed(
          task.id(),
          failure.getClass().getName(),
          String.valueOf(failure.getMessage()),
          Map.of(),
          REPORT);
    }
  }

  private Graph graphOf(Frame frame) {
    Graph graph = root;
    for (String node : frame.graphPath()) {
      graph = graph.subgraph(node);
    }
    return graph;
  }

  private static TaskResult asked(Task task, TaskContext context) {
    return new TaskResult.Asked(task.id(), context.open(), REPORT);
  }

  private TaskResult.Completed completed(Graph graph, Task task, TaskContext context)
      throws Exception {
    Command command =
        task.trigger() instanceof Trigger.RouteOnly routeOnly
            ? Command.update(routeOnly.update())
            : graph.action(task.node()).run(context);
    List<Write> writes = new ArrayList<>(command.update().writes());
    Optional<List<Route>> gone = command.routes().map(routes -> resolved(graph, task, routes));
    Routing routing =
        gone.isPresent() && graph.spec().flow().gotos() == GotoRule.REPLACE
            ? Routing.instead(gone.get())
            : beside(gone.orElse(List.of()), routes(graph, task, context, writes));
    return new TaskResult.Completed(task.id(), writes, routing, REPORT);
  }

  private static Routing beside(List<Route> gone, List<Route> routed) {
    return Routing.beside(Stream.concat(gone.stream(), routed.stream()).toList(), gone.size());
  }

  private static List<Route> resolved(Graph graph, Task task, List<Route> routes) {
    Map<String, String> ends =
        graph.spec().node(task.node()).map(node -> node.ends()).orElse(Map.of());
    return resolved(ends, routes);
  }

  private static List<Route> resolved(Map<String, String> paths, List<Route> routes) {
    return routes.stream()
        .map(route -> route.withTarget(paths.getOrDefault(route.target(), route.target())))
        .toList();
  }

  private static List<Route> routes(Graph graph, Task task, TaskContext context, List<Write> writes)
      throws Exception {
    List<Write> own = List.copyOf(writes);
    List<Route> routes = new ArrayList<>();
    for (ConditionalEdge edge : graph.conditionalEdges(task.source())) {
      NodeContext seen = context.reading(after(own, context.state(), graph.schema()));
      Command chosen = graph.router(edge).command(seen);
      writes.addAll(chosen.update().writes());
      routes.addAll(resolved(edge.paths(), chosen.routes().orElse(List.of())));
    }
    return routes;
  }

  private static State after(List<Write> writes, State state, StateSchema schema) {
    return schema.apply(state, List.of(new TaskWrites("a node", writes)));
  }
}
