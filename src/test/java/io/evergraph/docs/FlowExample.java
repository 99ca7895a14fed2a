package io.evergraph.docs;

import static io.evergraph.agent.ReactAgent.MESSAGES;

import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.ConditionalAgent;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;

/** The examples of the page on flows. */
final class FlowExample {
  private FlowExample() {}

  // begin sequence
  static final Channel<String> FACTS = Channel.of("facts", String.class);

  static Graph writer(ChatModel model) {
    return ReactAgent.of("writer", ModelSource.of(model))
        .channels(FACTS)
        .prompt("Write a report from these facts: {facts}")
        .build();
  }

  static Graph report(Graph research, Graph writer) {
    return SequentialAgent.of("report").agent(research, FACTS).agents(writer).build();
  }

  // end sequence

  // begin run
  static String written(GraphRuntime runtime, Graph report, String task) {
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user(task));
    RunResult end = runtime.start(report, ThreadId.random(), input).await();
    return String.valueOf(end.orThrow().state().value("writer"));
  }

  // end run

  // begin parallel
  static Graph opinions(Graph legal, Graph finance) {
    return ParallelAgent.of("opinions").agents(legal, finance).merge(Merge.joined("\n")).build();
  }

  // end parallel

  // begin loop
  static Graph polish(Graph editor) {
    return LoopAgent.of("polish").agent(editor).times(3).build();
  }

  // end loop

  // begin evaluator
  static final Channel<Verdict> VERDICT = Channel.of("verdict", Verdict.class);

  record Verdict(boolean good, String advice) {}

  static Graph polished(Graph write, Graph judge) {
    return LoopAgent.of("polished")
        .agent(SequentialAgent.of("attempt").agents(write).agent(judge, VERDICT).build(), VERDICT)
        .until(state -> state.find(VERDICT).filter(Verdict::good).isPresent())
        .atMost(5)
        .build();
  }

  // end evaluator

  // begin map
  static final ListChannel<String> CHAPTERS = ListChannel.append("chapters", String.class);
  static final ListChannel<String> SUMMARIES = ListChannel.append("summaries", String.class);

  static Graph summaries(Graph summary) {
    return LoopAgent.of("each").agent(summary).over(CHAPTERS, 4).collect(SUMMARIES).build();
  }

  // end map

  // begin routing
  static Graph desk(ChatModel model, Graph billing, Graph tech, Graph people) {
    return LlmRoutingAgent.of("desk", ModelSource.of(model))
        .agent(billing, "invoices and refunds")
        .agent(tech, "errors and setup")
        .fallback(people)
        .build();
  }

  // end routing

  // begin condition
  static final Channel<Boolean> VIP = Channel.of("vip", Boolean.class);

  static Graph gate(Graph concierge, Graph desk) {
    return ConditionalAgent.of("gate")
        .channels(VIP)
        .when(state -> state.getOrElse(VIP, false), concierge)
        .otherwise(desk)
        .build();
  }

  // end condition

  // begin kind
  static FlowKind reviewed(Graph judge) {
    return FlowKind.of(
        "reviewed",
        fields ->
            SequentialAgent.of(fields.name())
                .agents(fields.graph("agent").orElseThrow(), judge)
                .build());
  }

  // end kind
}
