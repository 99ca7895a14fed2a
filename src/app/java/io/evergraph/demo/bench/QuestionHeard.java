package io.evergraph.demo.bench;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;

/** How long it takes from a node's question until its caller hears it, on the machine's clock. */
final class QuestionHeard implements Workload {
  private final RunToEnd run;

  QuestionHeard(NodePolicy policy, RunMode mode) {
    Graph graph =
        Graph.builder("bench-heard")
            .node("ask", context -> asked(context.interrupt(now())), policy)
            .edge(START, "ask")
            .edge("ask", END)
            .build();
    run = new RunToEnd(name(), mode, graph, StateUpdate.empty(), state -> "", "");
  }

  private static Question<Object> now() {
    return Question.of(Instant.now().toString());
  }

  private static Command asked(Object unused) {
    return Command.none();
  }

  @Override
  public String name() {
    return "heard";
  }

  @Override
  public Graph graph() {
    return run.graph();
  }

  @Override
  public Sample once(GraphRuntime runtime) {
    ThreadId thread = ThreadId.random();
    Interrupt question = run.begun(runtime, thread).await().interrupts().get(0);
    Instant asked = Instant.parse(question.value().toString());
    return new Sample(Duration.between(asked, Instant.now()).toNanos() / 1e6, thread);
  }
}
