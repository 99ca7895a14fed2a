package io.evergraph.demo.bench;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;

final class AnswerToEnd implements Workload {
  private static final String NAME = "hitl";
  private static final Channel<String> DECISION = Channel.of("decision", String.class);

  private final RunToEnd rest;

  AnswerToEnd(NodePolicy policy, RunMode mode) {
    Graph graph =
        Graph.builder("bench-" + NAME)
            .channels(DECISION)
            .node("ask", context -> decided(context.interrupt(Question.of("Go on?"))), policy)
            .edge(START, "ask")
            .edge("ask", END)
            .build();
    rest =
        new RunToEnd(NAME, mode, graph, StateUpdate.empty(), state -> state.get(DECISION), "yes");
  }

  private static Command decided(Object answer) {
    return Command.update(DECISION, answer.toString());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph graph() {
    return rest.graph();
  }

  @Override
  public Sample once(GraphRuntime runtime) {
    ThreadId thread = ThreadId.random();
    Answer answer = Answer.to(rest.begun(runtime, thread).await().interrupts().get(0).id(), "yes");
    long begun = System.nanoTime();
    RunResult end = runtime.answer(thread, answer).await();
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    rest.check(end);
    return new Sample(milliseconds, thread);
  }
}
