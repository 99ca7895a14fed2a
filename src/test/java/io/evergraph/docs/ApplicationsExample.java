package io.evergraph.docs;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.time.Duration;

/** Applications whose lines of code are counted, beside the agent and the digest. */
final class ApplicationsExample {
  static final Channel<Integer> AMOUNT = Channel.of("amount", Integer.class);
  static final Channel<String> RESULT = Channel.of("result", String.class);

  private ApplicationsExample() {}

  /** What moves the money. */
  interface Bank {
    String pay(String key) throws Exception;
  }

  // begin refund
  static Graph refunds(Bank bank) {
    return Graph.builder("refunds")
        .channels(AMOUNT, RESULT)
        .node("assess", context -> Command.update(RESULT, "assessed"))
        .node(
            "approve",
            context -> {
              Question<Boolean> question =
                  Question.asking(Boolean.class, "Refund " + context.state().get(AMOUNT) + "?")
                      .expiresAfter(Duration.ofDays(2))
                      .otherwise(false);
              return Command.goTo(context.interrupt(question) ? "pay" : "decline");
            })
        .node("pay", context -> Command.update(RESULT, bank.pay(context.idempotencyKey())))
        .node("decline", context -> Command.update(RESULT, "declined"))
        .edge(START, "assess")
        .route("assess", state -> state.get(AMOUNT) > 100 ? "approve" : "pay", "approve", "pay")
        .ends("approve", "pay", "decline")
        .build();
  }

  // end refund

  // begin subgraph
  static final Channel<String> TEXT = Channel.of("text", String.class);
  static final ListChannel<String> DRAFTS = ListChannel.append("drafts", String.class);

  static Graph letters() {
    Graph writing =
        Graph.builder("writing")
            .channels(TEXT, DRAFTS) // the drafts are the writer's own
            .node("draft", context -> Command.update(DRAFTS, "Draft of " + topic(context)))
            .node("polish", context -> Command.update(TEXT, last(context) + ", polished"))
            .edge(START, "draft")
            .edge("draft", "polish")
            .build();
    return Graph.builder("letters")
        .channels(TEXT, RESULT)
        .subgraph("write", writing, Embedding.perThread())
        .node("send", context -> Command.update(RESULT, "sent: " + topic(context)))
        .edge(START, "write")
        .edge("write", "send")
        .build();
  }

  // end subgraph

  private static String topic(NodeContext context) {
    return context.state().get(TEXT);
  }

  private static String last(NodeContext context) {
    return context.state().get(DRAFTS).get(context.state().get(DRAFTS).size() - 1);
  }
}
