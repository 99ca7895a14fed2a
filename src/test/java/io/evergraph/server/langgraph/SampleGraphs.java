package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The graphs that the tests of this endpoint run. */
final class SampleGraphs {
  static final Channel<String> VALUE = Channel.of("value", String.class);
  static final Channel<Boolean> FAIL = Channel.of("fail", Boolean.class);
  static final Channel<String> REQUEST = Channel.of("request", String.class);
  static final Channel<String> DECISION = Channel.of("decision", String.class);
  static final Channel<String> RESULT = Channel.of("result", String.class);
  static final Channel<String> SUMMARY = Channel.of("summary", String.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  static final ListChannel<String> REVIEWS = ListChannel.append("reviews", String.class);

  private SampleGraphs() {}

  record Approval(boolean approved) {}

  private static NodeAction adding(String node, String suffix) {
    return context ->
        Command.update(
            StateUpdate.of(VALUE, context.state().find(VALUE).orElse("") + suffix).with(LOG, node));
  }

  static Graph chain() {
    return Graph.builder("chain")
        .channels(VALUE, LOG)
        .node("one", adding("one", "1"))
        .node("two", adding("two", "2"))
        .node("three", adding("three", "3"))
        .edge(START, "one")
        .edge("one", "two")
        .edge("two", "three")
        .edge("three", END)
        .build();
  }

  /** Tells how the run goes that answers it. */
  static Graph tells() {
    return Graph.builder("tells")
        .channels(LOG)
        .node(
            "ask",
            context ->
                Command.update(
                    LOG,
                    "%s %s %s %s %d"
                        .formatted(
                            context.<Object>interrupt(Question.of("go on?")),
                            context.runContext(),
                            context.tags(),
                            context.options(),
                            context.remainingSteps())))
        .edge(START, "ask")
        .edge("ask", END)
        .build();
  }

  static Graph approval() {
    return Graph.builder("approval")
        .channels(REQUEST, DECISION, RESULT)
        .node(
            "ask",
            context -> {
              String request = context.state().find(REQUEST).orElse("");
              Approval answer =
                  context.interrupt(
                      Question.asking(
                          Approval.class, Map.of("question", "Approve?", "request", request)));
              return Command.update(DECISION, answer.approved() ? "approved" : "rejected");
            })
        .node("act", context -> Command.update(RESULT, "done:" + context.state().get(REQUEST)))
        .edge(START, "ask")
        .route("ask", SampleGraphs::afterAsk, "act", END)
        .edge("act", END)
        .build();
  }

  private static String afterAsk(State state) {
    return state.get(DECISION).equals("approved") ? "act" : END;
  }

  static Graph twoApprovals() {
    GraphBuilder builder =
        Graph.builder("two_approvals")
            .channels(REVIEWS, SUMMARY)
            .node(
                "merge",
                context ->
                    Command.update(
                        SUMMARY,
                        String.join(",", context.state().get(REVIEWS).stream().sorted().toList())));
    for (String reviewer : List.of("a", "b")) {
      builder
          .node(
              "review_" + reviewer,
              context -> {
                Object answer = context.interrupt(Question.of(Map.of("reviewer", reviewer)));
                return Command.update(REVIEWS, reviewer + ":" + answer);
              })
          .edge(START, "review_" + reviewer);
    }
    return builder.join(List.of("review_a", "review_b"), "merge").edge("merge", END).build();
  }

  static Graph fails() {
    return Graph.builder("fails")
        .channels(VALUE, FAIL, LOG)
        .node("good", context -> Command.update(LOG, "good"))
        .node(
            "boom",
            context -> {
              if (context.state().find(FAIL).orElse(true)) {
                throw new IllegalStateException("boom: " + context.state().find(VALUE).orElse(""));
              }
              return Command.update(LOG, "recovered");
            },
            NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(1)).build())
        .edge(START, "good")
        .edge("good", "boom")
        .edge("boom", END)
        .build();
  }

  /** Waits in its second node until the gate opens; a cancel does not wait for it. */
  static Graph gated(CountDownLatch gate) {
    return Graph.builder("gated")
        .channels(VALUE, LOG)
        .node("before", adding("before", "<"))
        .node(
            "wait",
            context -> {
              gate.await();
              return Command.update(LOG, "waited:" + context.runContext().get("who"));
            })
        .edge(START, "before")
        .edge("before", "wait")
        .edge("wait", END)
        .build();
  }
}
