package io.evergraph.demo.report;

import static io.evergraph.demo.report.ReportAgent.DRAFT;
import static io.evergraph.demo.report.ReportAgent.REVIEW;
import static io.evergraph.graph.Graph.START;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.State;

/** An agent that judges a draft, and asks a person about those that it finds ready. */
final class Reviewer {
  private static final Channel<Judgement> JUDGEMENT = ReactAgent.answerOf(Judgement.class);

  private Reviewer() {}

  /** What the model thinks of a draft. */
  record Judgement(boolean ready, String remarks) {}

  static Graph graph(ModelSource model) {
    Graph judge =
        ReactAgent.of("judge", model)
            .channels(DRAFT, REVIEW)
            .prompt("Is this report ready to be given out? It has to name its sources.\n\n{draft}")
            .answer(Judgement.class)
            .build();
    return Graph.builder("reviewer")
        .channels(ReactAgent.MESSAGES, DRAFT, REVIEW, JUDGEMENT)
        .subgraph("judge", judge)
        .node("decide", context -> Command.update(REVIEW, review(context)))
        .edge(START, "judge")
        .edge("judge", "decide")
        .build();
  }

  private static Review review(NodeContext context) {
    State state = context.state();
    Judgement judgement = state.get(JUDGEMENT);
    String draft = state.get(DRAFT);
    int round = ReportAgent.reviewed(state) + 1;
    return judgement.ready()
        ? context.interrupt(Decision.about(draft, judgement.remarks())).on(draft, round)
        : new Review(round, false, judgement.remarks(), draft);
  }
}
