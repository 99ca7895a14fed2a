package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;

/** The graphs of threads that live on over many executions. */
final class LongLives {
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  static final Channel<Integer> LEFT = Channel.of("left", Integer.class);
  static final Channel<String> TEXT = Channel.of("text", String.class);

  private LongLives() {}

  /** Counts down and logs each step. */
  static Graph countdown() {
    return countdown(LongLives::countOn);
  }

  static Command countOn(NodeContext context) {
    return Command.update(
        StateUpdate.of(LEFT, context.state().get(LEFT) - 1)
            .and(StateUpdate.of(LOG, "" + context.state().get(LEFT))));
  }

  static Graph countdown(NodeAction count) {
    return Graph.builder("countdown")
        .channels(LOG, LEFT)
        .maxSteps(1_000)
        .node("count", count)
        .edge(START, "count")
        .route("count", state -> state.get(LEFT) > 0 ? "count" : END, "count", END)
        .build();
  }

  /** Logs what it is given. */
  static Graph turns() {
    return turns("1", "");
  }

  static Graph turns(String version, String prefix) {
    return Graph.builder("turns")
        .version(version)
        .channels(LOG, TEXT)
        .node("turn", context -> Command.update(LOG, prefix + context.state().get(TEXT)))
        .edge(START, "turn")
        .edge("turn", END)
        .build();
  }

  static Graph deciding(Duration expiry) {
    return Graph.builder("deciding")
        .channels(LOG)
        .node(
            "decide",
            context ->
                Command.update(
                    LOG,
                    ""
                        + context.interrupt(
                            Question.of("Yes?").expiresAfter(expiry).otherwise("nobody"))))
        .edge(START, "decide")
        .edge("decide", END)
        .build();
  }
}
