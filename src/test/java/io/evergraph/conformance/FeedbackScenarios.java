package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.CompletableFuture;

/** How people have their say between the steps of a graph. */
final class FeedbackScenarios {
  private static final Channel<String> FEEDBACK = Channel.of("feedback", String.class);
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  private FeedbackScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("F16", FeedbackScenarios::askedAfterTheWork);
    engines.add("F17", FeedbackScenarios::pausedBeforeTools);
    engines.add("F18", FeedbackScenarios::insideASubgraph);
  }

  private static void askedAfterTheWork(Stage stage) {
    NodeAction plain = context -> reviewed(context.state().find(FEEDBACK).isPresent(), context);
    NodeAction streaming =
        context -> {
          context.emitter().text("m", "B");
          return plain.run(context);
        };
    NodeAction later =
        context -> {
          CompletableFuture.runAsync(() -> stage.called("later")).join();
          return plain.run(context);
        };
    stage.start(review(stage, "-plain", plain), v()).answer(Answer.single("C"));
    stage.onNewThread();
    stage.start(review(stage, "-plain", plain), StateUpdate.of(FEEDBACK, "C"));
    stage.onNewThread();
    stage.start(review(stage, "-streaming", streaming), v()).answer(Answer.single("C"));
    stage.onNewThread();
    stage.start(review(stage, "-later", later), v()).answer(Answer.single("C"));
    stage.noteCalls();
  }

  /** Writes B, and asks for feedback behind it where there is none. */
  private static Command reviewed(boolean isKnown, NodeContext context) {
    StateUpdate written = v("B");
    if (isKnown) {
      return Command.update(written);
    }
    Question<Object> question = Question.of("fine?").with("reason", "interrupted_after_execution");
    return Command.update(
        written.and(StateUpdate.of(FEEDBACK, String.valueOf(context.interrupt(question)))));
  }

  private static Graph review(Stage stage, String suffix, NodeAction action) {
    GraphBuilder builder =
        nodes(stage.graph(suffix).channels(FEEDBACK), "A", "C", "D").node("B", action);
    return edges(builder, "S->A->B")
        .route(
            "B",
            state -> state.find(FEEDBACK).filter("C"::equals).map(it -> "C").orElse("D"),
            "C",
            "D")
        .build();
  }

  private static void pausedBeforeTools(Stage stage) {
    NodeAction agent =
        context -> {
          int said = context.state().get(CHAT).size();
          String last = said == 0 ? "" : context.state().get(CHAT).get(said - 1).text();
          Message answer =
              last.startsWith("tool:")
                  ? Message.assistant("it is " + last)
                  : Message.assistant("call clock");
          return Command.update(StateUpdate.of(CHAT, answer).and(v("agent")));
        };
    NodeAction tools =
        context -> Command.update(StateUpdate.of(CHAT, Message.user("tool: noon")).and(v("tools")));
    Graph graph =
        edges(
                stage.graph().channels(CHAT).node("agent", agent).node("tools", tools),
                "S->agent, tools->agent")
            .route(
                "agent",
                state ->
                    state.get(CHAT).get(state.get(CHAT).size() - 1).text().startsWith("call")
                        ? "tools"
                        : Graph.END,
                "tools",
                Graph.END)
            .breakpoints(Breakpoints.before("tools"))
            .build();
    stage.start(graph, StateUpdate.of(CHAT, Message.user("how late is it?"))).proceed();
    stage.note("said", stage.state().get(CHAT).get(3).text());
  }

  private static void insideASubgraph(Stage stage) {
    NodeAction ask = context -> Command.update(V, "" + context.interrupt(Question.of("inside?")));
    Graph child =
        edges(nodes(stage.graph("-child"), "s1", "s2").node("ask", ask), "S->s1->ask->s2").build();
    Graph graph =
        edges(nodes(stage.graph(), "p", "z").subgraph("sub", child), "S->p->sub->z")
            .breakpoints(Breakpoints.before("sub/s1").and(Breakpoints.after("sub/s2")))
            .build();
    stage.start(graph, v()).proceed().answer(Answer.single("yes")).proceed();
  }
}
