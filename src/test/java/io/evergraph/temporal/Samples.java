package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The graphs that these tests run. */
final class Samples {
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  static final Channel<Integer> PART = Channel.of("part", Integer.class);

  static final NodePolicy QUICK =
      NodePolicy.builder()
          .retry(new RetryPolicy(3, Duration.ofMillis(10), 2, Duration.ofMillis(50), List.of()))
          .build();

  static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  private Samples() {}

  record Approval(boolean approved, String comment) {}

  static NodeAction log(String entry) {
    return context -> Command.update(LOG, entry);
  }

  /** Nodes in a row that each log their name. */
  static Graph chain(String name, String... nodes) {
    GraphBuilder builder = Graph.builder(name).channels(LOG);
    String before = START;
    for (String node : nodes) {
      builder.node(node, log(node)).edge(before, node);
      before = node;
    }
    return builder.build();
  }

  /** Asks for an approval, then logs it. */
  static Graph approval() {
    return approval(NodePolicy.DEFAULT);
  }

  static Graph approval(NodePolicy approving) {
    return Graph.builder("approval")
        .channels(LOG)
        .node("prepare", log("prepared"))
        .node(
            "approve",
            context -> {
              Approval given = context.interrupt(Question.asking(Approval.class, "Refund 120?"));
              return Command.update(LOG, given.approved() + " " + given.comment());
            },
            approving)
        .edge(START, "prepare")
        .edge("prepare", "approve")
        .build();
  }

  /** Two nodes side by side that each ask. */
  static Graph twoQuestions() {
    return Graph.builder("two_questions")
        .channels(LOG)
        .node("left", context -> Command.update(LOG, "left " + ask(context, "left?")))
        .node("right", context -> Command.update(LOG, "right " + ask(context, "right?")))
        .edge(START, "left")
        .edge(START, "right")
        .build();
  }

  private static Object ask(NodeContext context, String question) {
    return context.interrupt(Question.of(question));
  }

  /** Fails until it has run more often than the given number. */
  static Graph failing(AtomicInteger runs, int failures) {
    return Graph.builder("failing")
        .channels(LOG)
        .node(
            "pay",
            context -> {
              if (runs.incrementAndGet() <= failures) {
                throw new IllegalStateException("no credit " + runs.get());
              }
              return Command.update(LOG, "paid at attempt " + context.attempt());
            },
            QUICK)
        .edge(START, "pay")
        .build();
  }

  /** Counts up to a number, one node execution a step. */
  static Graph counting(int to, NodePolicy policy) {
    return Graph.builder("counting")
        .channels(COUNT)
        .node(
            "count",
            context -> Command.update(COUNT, context.state().find(COUNT).orElse(0) + 1),
            policy)
        .edge(START, "count")
        .route("count", state -> state.get(COUNT) < to ? "count" : Graph.END, "count", Graph.END)
        .build();
  }
}
