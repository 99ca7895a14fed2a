package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;

/** The base of the suites about what is to be seen of a run. */
abstract class WatchContract extends RuntimeContract {

  static Graph chain() {
    return Graph.builder("chain-of-parts")
        .channels(LOG)
        .node("a", Graphs.log("a"))
        .node("b", Graphs.log("b"))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build();
  }

  static Graph single(NodeAction action) {
    GraphBuilder builder = Graph.builder("single").channels(LOG).node("a", action);
    return builder.edge(START, "a").edge("a", END).build();
  }

  RunHandle begin(Graph graph, String input) {
    runtime().graphs().register(graph);
    return runtime()
        .start(
            graph.name(),
            thread(),
            StateUpdate.of(LOG, input),
            RunOptions.builder().runId(TimeOrderedId.next()).build());
  }

  RunStream open(Graph graph, String input, StreamOptions options) {
    return runtime().stream(begin(graph, input), options);
  }

  List<StreamPart> list(Graph graph, String input, StreamOptions options) {
    List<StreamPart> parts = new ArrayList<>();
    newThread();
    try (RunStream stream = open(graph, input, options)) {
      stream.forEach(parts::add);
    }
    return parts;
  }

  List<String> parts(Graph graph, String input, StreamOptions options) {
    return list(graph, input, options).stream().map(WatchContract::text).toList();
  }

  static List<String> rest(RunStream stream) {
    return PartText.of(stream, LOG.name());
  }

  static String text(StreamPart part) {
    return part.match(new PartText(LOG.name()));
  }
}
