package io.evergraph.docs;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.List;

/** The code of docs/eager.md. */
final class EagerExample {
  static final ListChannel<String> FINDINGS = ListChannel.append("findings", String.class);
  static final Channel<String> VERDICT = Channel.of("verdict", String.class);

  private EagerExample() {}

  // begin graph
  static Graph report(NodeAction search, NodeAction read, NodeAction askModel, NodeAction judge) {
    return Graph.builder("report")
        .channels(FINDINGS, VERDICT)
        .execution(Execution.EAGER)
        .node("search", search) // slow
        .node("read", read) // fast
        .node("ask_model", askModel) // starts when "read" has ended
        .node("judge", judge)
        .edge(START, "search")
        .edge(START, "read")
        .edge("read", "ask_model")
        .join(List.of("search", "ask_model"), "judge") // waits for both
        .build();
  }
  // end graph
}
