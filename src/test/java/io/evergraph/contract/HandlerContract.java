package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.QUICK;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RecoveryEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How error handlers take the place of failed nodes. */
class HandlerContract extends RuntimeContract {
  private static final NodeAction FAILS =
      context -> {
        throw new IllegalStateException("no luck in attempt " + context.attempt());
      };

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, VALUE, SUBJECT);
  }

  private static Command handled(NodeContext context) {
    NodeFailure failure = context.failure().orElseThrow();
    return Command.update(LOG, failure.node() + " " + failure.attempts() + " " + failure.message());
  }

  @Test
  void shouldHandTheFailureToTheHandlerWhenAttemptsAreUsedUpAndFollowTheEdgesOfTheNode() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("handled")
                        .node("bad", FAILS, QUICK)
                        .node("rescue", HandlerContract::handled)
                        .node("after", log("after"))
                        .edge(START, "bad")
                        .edge("bad", "after")
                        .onError("bad", "rescue")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("bad 3 no luck in attempt 3", "after");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RecoveryEvent.HandlerPlanned.class::isInstance)
        .singleElement()
        .extracting("node", "failed")
        .containsExactly("rescue", "bad");
  }

  @Test
  void shouldGoWhereTheHandlerGoesInsteadOfAlongTheEdges() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("goes-elsewhere")
                        .node("bad", FAILS, QUICK)
                        .node("rescue", context -> Command.update(LOG, "rescued").thenGoTo("z"))
                        .node("after", log("after"))
                        .node("z", log("z"))
                        .edge(START, "bad")
                        .edge("bad", "after")
                        .onError("bad", "rescue")
                        .ends("rescue", "z")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("rescued", "z");
  }

  @Test
  void shouldPreferTheHandlerOfTheNodeToTheHandlerOfTheGraph() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("two-handlers")
                        .node("a", FAILS, QUICK)
                        .node("b", FAILS, QUICK)
                        .node("own", context -> Command.update(LOG, "own " + failed(context)))
                        .node("usual", context -> Command.update(LOG, "usual " + failed(context)))
                        .edge(START, "a")
                        .edge(START, "b")
                        .onError("usual")
                        .onError("a", "own")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("own a", "usual b");
  }

  private static String failed(NodeContext context) {
    return context.failure().orElseThrow().node();
  }

  @Test
  void shouldFailTheRunWhenTheHandlerFailsAndRunOnlyTheHandlerAgain() {
    AtomicInteger nodes = new AtomicInteger();
    AtomicInteger handlers = new AtomicInteger();
    Graph graph =
        graph("handler-fails")
            .node(
                "bad",
                context -> {
                  nodes.incrementAndGet();
                  throw new IllegalArgumentException("bad");
                })
            .node(
                "rescue",
                context -> {
                  if (handlers.incrementAndGet() == 1) {
                    throw new IllegalArgumentException("rescue fails as well");
                  }
                  return handled(context);
                })
            .edge(START, "bad")
            .onError("rescue")
            .build();

    RunResult parked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error()).get().asString().contains("rescue fails as well");
    assertThat(result.state().get(LOG)).containsExactly("bad 1 bad");
    assertThat(nodes).hasValue(1);
    assertThat(handlers).hasValue(2);
  }

  @Test
  void shouldTryAHandlerAgainByItsOwnPolicyAndLetItAsk() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult waiting =
                  script.start(
                      runtime,
                      graph("handler-asks")
                          .node("bad", FAILS, QUICK)
                          .node(
                              "rescue",
                              context -> {
                                if (context.attempt() == 1) {
                                  throw new IllegalStateException("not yet");
                                }
                                String said =
                                    context.interrupt(Question.asking(String.class, "What now?"));
                                return Command.update(LOG, said);
                              },
                              QUICK)
                          .edge(START, "bad")
                          .onError("bad", "rescue")
                          .build(),
                      StateUpdate.empty());
              assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
              assertThat(waiting.interrupts())
                  .singleElement()
                  .extracting("node")
                  .isEqualTo("rescue");
              return script.answer(runtime, Answer.single("leave it"));
            });

    assertThat(result.state().get(LOG)).containsExactly("leave it");
  }

  @Test
  void shouldShowTheHandlerOfASentTaskItsInput() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("sent-fails")
                        .node("work", FAILS, QUICK)
                        .node(
                            "rescue",
                            context ->
                                Command.update(LOG, context.state().get(SUBJECT) + " failed"))
                        .routes(START, context -> sends("cats", "dogs"), "work")
                        .onError("work", "rescue")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("cats failed", "dogs failed");
  }

  private static List<Route> sends(String... subjects) {
    List<Route> sends = new ArrayList<>();
    for (String subject : subjects) {
      sends.add(Route.send("work", StateUpdate.of(SUBJECT, subject)));
    }
    return sends;
  }

  @Test
  void shouldAskTheGraphAroundASubgraphThatHasNoHandler() {
    Graph child =
        graph("child")
            .node("inner", FAILS, QUICK)
            .node("beside", log("beside"))
            .edge(START, "inner")
            .edge(START, "beside")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("parent")
                        .subgraph("child", child)
                        .node("rescue", HandlerContract::handled)
                        .node("after", log("after"))
                        .edge(START, "child")
                        .edge("child", "after")
                        .onError("child", "rescue")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("child 3 no luck in attempt 3", "after");
  }

  @Test
  void shouldHandleInsideTheSubgraphWhenItHasAHandler() {
    Graph child =
        graph("careful-child")
            .node("inner", FAILS, QUICK)
            .node("rescue", context -> Command.update(LOG, "inside"))
            .edge(START, "inner")
            .onError("rescue")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("careful-parent")
                        .subgraph("child", child)
                        .node("outer", context -> Command.update(LOG, "outside"))
                        .edge(START, "child")
                        .onError("outer")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("inside");
  }

  @Test
  void shouldHandleAFailingRouter() {
    AtomicInteger routed = new AtomicInteger();
    Graph graph =
        graph("router-fails")
            .node("choose", log("chosen"))
            .node("left", log("left"))
            .node("rescue", context -> Command.update(LOG, "rescued"))
            .edge(START, "choose")
            .route(
                "choose",
                state -> {
                  if (routed.incrementAndGet() == 1) {
                    throw new IllegalArgumentException("no idea where to go");
                  }
                  return "left";
                },
                "left")
            .onError("choose", "rescue")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("rescued", "left");
  }

  @Test
  void shouldKeepTheOrderOfWritesWhenAHandlerStandsIn() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("order")
                        .node("a", FAILS, QUICK)
                        .node("b", log("b"))
                        .node("z", context -> Command.update(LOG, "for a"))
                        .edge(START, "a")
                        .edge(START, "b")
                        .onError("a", "z")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("for a", "b");
  }
}
