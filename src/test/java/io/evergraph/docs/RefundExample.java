package io.evergraph.docs;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;

/** The example of the README. */
final class RefundExample {
  private RefundExample() {}

  // begin definition
  record Refund(String order, int amount) {}

  record Verdict(boolean approved, String comment) {}

  static final Channel<Refund> REFUND = Channel.of("refund", Refund.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  static Graph refunds() {
    NodePolicy patient = NodePolicy.builder().attempts(5).timeout(Duration.ofSeconds(30)).build();
    return Graph.builder("refunds")
        .channels(REFUND, LOG)
        .node("assess", context -> Command.update(LOG, "assessed"))
        .node(
            "approve",
            context -> {
              Verdict answer = context.interrupt(Question.asking(Verdict.class, "Refund this?"));
              return Command.update(LOG, answer.comment())
                  .thenGoTo(answer.approved() ? "pay" : END);
            })
        .node("pay", context -> Command.update(LOG, "key " + context.idempotencyKey()), patient)
        .edge(START, "assess")
        .route("assess", RefundExample::reviewer, "approve", "pay")
        .ends("approve", "pay", END)
        .build(); // every mistake is reported at once
  }

  static String reviewer(State state) {
    return state.get(REFUND).amount() > 100 ? "approve" : "pay";
  }

  // end definition

  // begin use
  static RunResult refund(GraphRuntime runtime) {
    ThreadId order = ThreadId.of("order-7");
    RunResult asked =
        runtime.start(refunds(), order, StateUpdate.of(REFUND, new Refund("7", 250))).await();
    String question = asked.interrupts().get(0).id(); // days may pass, processes may come and go
    return runtime.answer(order, Answer.to(question, new Verdict(true, "go on"))).await();
  }

  // end use

  // begin temporal
  static RunResult refundOn(String target) { // such as 127.0.0.1:7233
    TemporalOptions options = TemporalOptions.builder().target(target).build();
    GraphRegistry graphs = GraphRegistry.of(refunds());
    try (TemporalConnection connection = TemporalConnection.open(options, StateCodec.create());
        GraphWorker worker = new GraphWorker(connection, graphs);
        TemporalRuntime runtime = new TemporalRuntime(connection, graphs)) {
      worker.start();
      return refund(runtime);
    }
  }
  // end temporal
}
