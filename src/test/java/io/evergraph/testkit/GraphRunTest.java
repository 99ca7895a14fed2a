package io.evergraph.testkit;

import static io.evergraph.testkit.Refunds.AMOUNT;
import static io.evergraph.testkit.Refunds.LOG;
import static io.evergraph.testkit.ScriptedModel.calls;
import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.StreamedModel;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs of graphs and agents in tests. */
@ExtendWith(EvergraphExtension.class)
class GraphRunTest {
  private final AtomicInteger attempts = new AtomicInteger();
  private final Graph refunds = Refunds.graph(attempts);
  private final ScriptedModel model =
      ScriptedModel.says(
          calls("order", "{\"number\":\"7\"}"),
          calls("refund", "{\"order\":\"7\",\"amount\":250}"),
          text("You get 250 euros."));

  private GraphRun asked() {
    return GraphRun.of(Refunds.agent(model)).user("Please refund order 7.").start();
  }

  @Test
  void shouldTellWhatAnAgentAsksRunsAndSays() {
    GraphRun run = asked();

    assertThat(run).asks("refund").withArguments("order", "7", "amount", 250).toolRan("order", 1);
    assertThat(run.approve())
        .finished()
        .asksNothing()
        .toolRan("refund", 1)
        .said("You get 250 euros.")
        .chatIsValid();
    assertThat(model.requests()).hasSize(3);
    assertThat(model.left()).isZero();
  }

  @Test
  void shouldTakeEveryDecisionOfAPerson() {
    assertThat(asked().reject("Too much.")).toolRan("refund", 0).said("You get 250 euros.");
  }

  @Test
  void shouldLetAPersonEditOrGiveTheResult() {
    assertThat(asked().edit(Map.of("order", "7", "amount", 5)).chat())
        .extracting(Message::text)
        .anyMatch(it -> it.endsWith("Paid 5"));
  }

  @Test
  void shouldCompareNumbersByTheirValueAndWantAValueForEachName() {
    GraphRun run = asked();

    assertThat(run)
        .asks("refund")
        .withArguments("amount", 250L)
        .withArguments("amount", new BigDecimal("250.0"));
    assertThatThrownBy(() -> assertThat(run).asks("refund").withArguments("amount"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldSayWhatWasExpectedWhenAnAssertionFails() {
    GraphRun run = asked();

    assertThatThrownBy(() -> assertThat(run).asks("book"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("what", "asks", "refund", "book");
    assertThatThrownBy(() -> assertThat(run).asks("refund").withArguments("amount", 7))
        .hasMessageContaining("argument 'amount'");
    assertThatThrownBy(() -> assertThat(run).finished()).hasMessageContaining("WAITING");
    assertThatThrownBy(() -> assertThat(run).chatIsValid())
        .hasMessageContaining("of refund has no result before the end of the chat");
  }

  @Test
  void shouldFindTheArgumentsOfAnyCallOfATool() {
    ScriptedModel twice =
        ScriptedModel.says(
            calls("refund", "{\"order\":\"7\",\"amount\":250}")
                .and("refund", "{\"order\":\"8\",\"amount\":30}"));

    GraphRun run = GraphRun.of(Refunds.agent(twice)).user("Please refund 7 and 8.").start();

    assertThat(run).asks("refund").withArguments("order", "7", "amount", 250);
    assertThat(run).asks("refund").withArguments("order", "8").withArguments("amount", 30);
    assertThatThrownBy(
            () -> assertThat(run).asks("refund").withArguments("order", "7", "amount", 30))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("argument 'amount'", "250", "argument 'order'", "\"8\"");
    assertThatThrownBy(
            () ->
                assertThat(run)
                    .asks("refund")
                    .withArguments("order", "7")
                    .withArguments("amount", 30))
        .isInstanceOf(AssertionError.class);
    String node = run.questions().get(0).node();
    assertThatThrownBy(() -> assertThat(run).asks("refund").asks(node).withArguments("order", "7"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected asks(tool)");
  }

  @Test
  void shouldFailTheTestWhenTheScriptIsExhausted() {
    Graph agent = Refunds.agent(ScriptedModel.says(calls("order", "{\"number\":\"7\"}")));

    assertThatThrownBy(() -> GraphRun.of(agent).user("Hi").start())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected no request after the 1 replies of the script");
  }

  @Test
  void shouldFailTheTestWhenSomethingHandlesThatTheScriptIsExhausted() {
    Graph handled =
        Graph.builder("handled")
            .channels(LOG, ReactAgent.MESSAGES)
            .node("model", ModelNode.of(ModelSource.of(ScriptedModel.says()), ReactAgent.MESSAGES))
            .node("handler", context -> Command.update(LOG, "handled"))
            .edge(Graph.START, "model")
            .onError("model", "handler")
            .build();

    assertThatThrownBy(() -> GraphRun.of(handled).user("Hi").start())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected no request after the 0 replies of the script");
  }

  @Test
  void shouldNotTakeForTheLastWordsWhatIsSaidBesideACall() {
    ScriptedModel early =
        ScriptedModel.says(
            text("Hello."),
            text("You get 250 euros.").and("refund", "{\"order\":\"7\",\"amount\":250}"));

    GraphRun run = GraphRun.of(Refunds.agent(early)).user("Hi").start().user("Refund 7.");

    assertThat(run).asks("refund").said("Hello.");
    assertThatThrownBy(() -> assertThat(run).said("You get 250 euros."))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldSayTheSameAgainWhenAskedTheSame() {
    Graph agent = Refunds.agent(ScriptedModel.says(text("Hello."), text("Bye.")));

    assertThat(GraphRun.of(agent).user("Hi").start()).said("Hello.");
    assertThat(GraphRun.of(agent).user("Hi").start().user("Thanks")).said("Bye.");
  }

  @Test
  void shouldTryAgainWithoutWaiting() {
    Instant begun = Instant.now();

    GraphRun run = GraphRun.of(refunds).input(StateUpdate.of(AMOUNT, 7)).start();

    assertThat(run).finished().ran("assess", "pay").holds(LOG, List.of("assessed", "paid"));
    assertThat(attempts).hasValue(3);
    assertThat(run.result().snapshot().at()).isAfter(begun.plusMillis(1_400));
  }

  @Test
  void shouldExpireWhenTheTimeHasPassed() {
    GraphRun run = GraphRun.of(refunds).input(StateUpdate.of(AMOUNT, 700)).start();

    assertThat(run).asks("ask");
    assertThat(run.passes(Duration.ofHours(47))).asks("ask");
    assertThat(run.passes(Duration.ofHours(1))).asksNothing().finished().ran("assess", "late");
  }

  @Test
  void shouldLetADeadlinePassThatBeginsOnTheWay() {
    for (int run = 0; run < 50; run++) {
      assertThat(GraphRun.of(twice()).start().passes(Duration.ofDays(4))).finished().ran("decline");
    }
  }

  @Test
  void shouldLetDeadlinesPassOfSubgraphsOnThreadsOfTheirOwn() {
    for (int run = 0; run < 50; run++) {
      Graph outer = around("outer", around("middle", twice()));

      assertThat(GraphRun.of(outer).start().passes(Duration.ofDays(4)))
          .finished()
          .holds(LOG, List.of("declined"));
    }
  }

  private static Graph around(String name, Graph inner) {
    return Graph.builder(name)
        .channels(LOG)
        .subgraph("inner", inner, Embedding.ownThread())
        .edge(Graph.START, "inner")
        .build();
  }

  private static Graph twice() {
    return Graph.builder("twice")
        .channels(LOG)
        .node("ask", asking(Duration.ofDays(2), "escalate"))
        .node("escalate", asking(Duration.ofDays(1), "decline"))
        .node("decline", context -> Command.update(LOG, "declined"))
        .edge(Graph.START, "ask")
        .ends("ask", "escalate")
        .ends("escalate", "decline")
        .build();
  }

  private static NodeAction asking(Duration longest, String late) {
    return context -> {
      Question<Object> question = Question.of("Well?").expiresAfter(longest).otherwiseGoTo(late);
      return Command.update(LOG, "answer " + context.interrupt(question));
    };
  }

  @Test
  void shouldParkAndGoOnAsSomebodyDecides() {
    attempts.set(-10);
    GraphRun run = GraphRun.of(refunds).input(StateUpdate.of(AMOUNT, 7)).start();

    assertThat(run).parkedAt("pay");
    assertThat(run.decide(Answer.skip(StateUpdate.of(LOG, "by hand"))))
        .finished()
        .holds(LOG, List.of("assessed", "by hand"));
  }

  @Test
  void shouldRunOneNodeAlone() {
    StateUpdate state = StateUpdate.of(AMOUNT, 700).with(LOG, "before");

    GraphRun run = GraphRun.of(refunds).input(state).runNode("assess");

    assertThat(run).ran("assess").holds(LOG, List.of("before", "assessed")).goesTo("ask");
    assertThat(GraphRun.of(refunds).input(state).runNode("ask")).asks("ask");
  }

  @Test
  void shouldStopBehindTheErrorHandlerOfANodeThatRunsAlone() {
    Graph handled =
        Graph.builder("handled")
            .channels(LOG)
            .node(
                "pay",
                context -> {
                  throw new IllegalStateException("no money");
                },
                NodePolicy.builder().attempts(1).build())
            .node("apologise", context -> Command.update(LOG, "sorry"))
            .node("close", context -> Command.update(LOG, "closed"))
            .edge(Graph.START, "pay")
            .edge("pay", "close")
            .onError("pay", "apologise")
            .build();

    assertThat(GraphRun.of(handled).runNode("pay"))
        .ran("apologise")
        .holds(LOG, List.of("sorry"))
        .goesTo("close");
    assertThat(GraphRun.of(handled).runNode("apologise")).ran("apologise");
  }

  @Test
  void shouldRunOneNodeAloneOnWhatNoInputMayHoldOrIsForgotten() {
    Channel<String> draft = Channel.of("draft", String.class);
    Channel<String> note = Channel.of("note", String.class).untracked();
    Graph shaped =
        Graph.builder("shaped")
            .channels(AMOUNT, LOG, draft, note)
            .inputs(AMOUNT)
            .node(
                "judge",
                context ->
                    Command.update(LOG, context.state().get(draft) + context.state().get(note)))
            .edge(Graph.START, "judge")
            .build();
    StateUpdate state = StateUpdate.of(AMOUNT, 7).with(draft, "a").with(note, "b");

    assertThat(GraphRun.of(shaped).input(state).runNode("judge")).holds(LOG, List.of("ab"));
  }

  @Test
  void shouldSpeakWordByWord() {
    ScriptedModel words = ScriptedModel.says(text("one two"));
    StringBuilder heard = new StringBuilder();

    StreamedModel.of(words.streaming())
        .chat(
            ChatRequest.builder().messages(UserMessage.from("Hi")).build(),
            piece -> heard.append('[').append(piece).append(']'));

    assertThat(heard).hasToString("[one ][two]");
  }

  @Test
  void shouldTellWhatTheContextIs() {
    Graph graph =
        Graph.builder("greeting")
            .channels(LOG)
            .node("greet", context -> Command.update(LOG, "Hi " + context.runContext().get("who")))
            .edge(Graph.START, "greet")
            .build();

    assertThat(GraphRun.of(graph).context(Map.of("who", "Ann")).start())
        .holds(LOG, List.of("Hi Ann"));
  }
}
