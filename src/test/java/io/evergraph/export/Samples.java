package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Graphs to be shown. */
final class Samples {
  static final Channel<String> STATUS = Channel.of("status", String.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private static final NodeAction NOTHING = context -> Command.none();

  private Samples() {}

  /** Three nodes, one choice. */
  static Graph refunds() {
    return Graph.builder("refunds")
        .version("3")
        .channels(STATUS)
        .node("assess", NOTHING)
        .node("approve", context -> asked(context.interrupt(Question.of("Refund?"))))
        .node(
            "pay",
            NOTHING,
            NodePolicy.builder().attempts(5).timeout(Duration.ofSeconds(30)).build())
        .edge(START, "assess")
        .route("assess", state -> "approve", "approve", "pay")
        .edge("approve", "pay")
        .edge("pay", END)
        .build();
  }

  private static Command asked(Object answer) {
    return Command.update(STATUS, String.valueOf(answer));
  }

  /** Every kind of node and edge, and names that a drawing cannot use as they are. */
  static Graph everything() {
    return Graph.builder("everything")
        .channels(STATUS, LOG)
        .maxSteps(9)
        .onFailure(OnFailure.FAIL)
        .node("Ask me", NOTHING)
        .node("end", NOTHING)
        .node("größe", NOTHING, NodePolicy.builder().local().build())
        .node("grüße", NOTHING)
        .subgraph("review", review())
        .node("jump", NOTHING)
        .ends("jump", Map.of("again", "Ask me", "end", "end"))
        .firstMatch(START, Match.when("status", "open", "Ask me"), Match.otherwise("jump"))
        .edge("Ask me", "größe")
        .edge("Ask me", "grüße")
        .join(List.of("größe", "grüße"), "review")
        .firstMatch("review", Match.when("status", "say \"no\" & <b>#1</b>", "jump"))
        .build();
  }

  private static Graph review() {
    return Graph.builder("review")
        .channels(STATUS)
        .node("read", NOTHING)
        .subgraph("decide", decide())
        .edge(START, "read")
        .edge("read", "decide")
        .route("decide", state -> "back", Map.of("back", "read", "done", END))
        .build();
  }

  private static Graph decide() {
    return Graph.builder("decide")
        .channels(STATUS)
        .node("read", context -> asked(context.interrupt(Question.of("Agreed?"))))
        .edge(START, "read")
        .build();
  }

  /** Joins of every rule, deferred nodes, and a goto beside the edges. */
  static Graph races() {
    List<String> both = List.of("a", "b");
    return Graph.builder("races")
        .channels(LOG)
        .routing(GotoRule.ADDITIVE)
        .node("a", NOTHING)
        .node("b", NOTHING)
        .node("any", NOTHING)
        .node("two", NOTHING)
        .node("first", NOTHING)
        .defer("first", "two")
        .edge(START, "a")
        .edge(START, "b")
        .join(both, "any", JoinRule.any())
        .join(both, "two", JoinRule.atLeast(2))
        .join(both, "first", JoinRule.firstSuccess())
        .build();
  }

  /** A router that may go anywhere. */
  static Graph anywhere() {
    return Graph.builder("anywhere")
        .openRoutes()
        .openState()
        .node("hub", NOTHING)
        .node("spoke", NOTHING)
        .edge(START, "hub")
        .routes("hub", context -> List.of())
        .edge("spoke", "hub")
        .build();
  }
}
