package io.evergraph.demo.samples;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.util.List;
import java.util.Locale;

final class FlowSamples {
  private static final Channel<String> VALUE = Channel.of("value", String.class);
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final ListChannel<String> ITEMS = ListChannel.append("items", String.class);
  private static final Channel<Integer> TOTAL = Channel.of("total", Integer.class);
  private static final Channel<List<String>> SUBJECTS =
      Channel.of("subjects", new TypeRef<List<String>>() {});
  private static final ListChannel<String> RESULTS = ListChannel.append("results", String.class);
  private static final Channel<String> SUMMARY = Channel.of("summary", String.class);

  /** What a piece of work gets instead of the state. */
  private static final Channel<String> SUBJECT = Channel.of("subject", String.class);

  private FlowSamples() {}

  private record Note(String node, String note) {}

  /** Three nodes in a row; each adds its number to the value. */
  static Graph chain() {
    return Graph.builder("chain")
        .channels(VALUE, LOG)
        .node("one", adding("1"))
        .node("two", FlowSamples::addingAloud)
        .node("three", adding("3"))
        .edge(START, "one")
        .edge("one", "two")
        .edge("two", "three")
        .edge("three", END)
        .build();
  }

  private static NodeAction adding(String suffix) {
    return context -> Command.update(longer(context, suffix).with(LOG, context.node()));
  }

  private static Command addingAloud(NodeContext context) throws Exception {
    context.emitter().custom(new Note(context.node(), "halfway"));
    return adding("2").run(context);
  }

  private static StateUpdate longer(NodeContext context, String suffix) {
    return StateUpdate.of(VALUE, context.state().find(VALUE).orElse("") + suffix);
  }

  /** Two nodes side by side, and one that waits for both. */
  static Graph parallel() {
    NodeAction item = context -> Command.update(ITEMS, context.node());
    return Graph.builder("parallel")
        .channels(ITEMS, TOTAL)
        .node("begin", item)
        .node("left", item)
        .node("right", item)
        .node("join", FlowSamples::total)
        .edge(START, "begin")
        .edge("begin", "left")
        .edge("begin", "right")
        .join(List.of("left", "right"), "join")
        .edge("join", END)
        .build();
  }

  private static Command total(NodeContext context) {
    int seen = context.state().get(ITEMS).size();
    return Command.update(StateUpdate.of(TOTAL, seen).with(ITEMS, context.node()));
  }

  /** One task for each subject, and one node that collects their results. */
  static Graph mapReduce() {
    return Graph.builder("map_reduce")
        .channels(SUBJECTS, RESULTS, SUMMARY, SUBJECT)
        .hidden(SUBJECT)
        .node("plan", context -> Command.update(SUBJECTS, subjects(context)))
        .node("work", FlowSamples::inCapitals)
        .node("reduce", FlowSamples::summary)
        .edge(START, "plan")
        .routes("plan", FlowSamples::oneTaskEach, "work", "reduce")
        .edge("work", "reduce")
        .edge("reduce", END)
        .build();
  }

  private static List<String> subjects(NodeContext context) {
    return context.state().find(SUBJECTS).orElse(List.of());
  }

  private static List<Route> oneTaskEach(NodeContext context) {
    List<String> subjects = subjects(context);
    return subjects.isEmpty()
        ? List.of(Route.to("reduce"))
        : subjects.stream().map(FlowSamples::task).toList();
  }

  private static Route task(String subject) {
    return Route.send("work", StateUpdate.of(SUBJECT, subject));
  }

  private static Command inCapitals(NodeContext context) {
    return Command.update(RESULTS, context.state().get(SUBJECT).toUpperCase(Locale.ROOT));
  }

  private static Command summary(NodeContext context) {
    return Command.update(SUMMARY, String.join("+", context.state().get(RESULTS)));
  }

  /** A graph in a graph; they share the value, the log is the outer one's. */
  static Graph nested() {
    Graph inner =
        Graph.builder("inner")
            .channels(VALUE)
            .node("deep", context -> Command.update(longer(context, ">deep")))
            .edge(START, "deep")
            .edge("deep", END)
            .build();
    return Graph.builder("nested")
        .channels(VALUE, LOG)
        .node("outer", adding(">outer"))
        .subgraph("inner", inner)
        .node("done", adding(">done"))
        .edge(START, "outer")
        .edge("outer", "inner")
        .edge("inner", "done")
        .edge("done", END)
        .build();
  }
}
