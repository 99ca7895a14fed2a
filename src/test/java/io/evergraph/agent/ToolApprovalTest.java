package io.evergraph.agent;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A person decides on tool calls before they are made. */
@ExtendWith(EvergraphExtension.class)
class ToolApprovalTest {
  private static final String ARGUMENTS = "{\"amount\": 10}";

  private GraphRun run;
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());

  private RunResult waiting(ToolExecutionRequest... requested) {
    Graph graph =
        ReactAgent.of("agent", ModelSource.of(ScriptedChat.of(calls(requested), says("Done."))))
            .tools(tool("refund").and(tool("book")).and(tool("look")))
            .approve("refund", "book")
            .build();
    run = GraphRun.of(graph).user("Hi").start();
    return run.result();
  }

  private Toolset tool(String name) {
    ToolSpecification specification =
        ToolSpecification.builder().name(name).description("Does " + name + ".").build();
    return Toolset.of(
        specification,
        (called, context) -> {
          made.add(called.name() + called.arguments());
          return "ok";
        });
  }

  private RunResult answer(String json) {
    return run.answer(plain(json)).result();
  }

  private static Object plain(String json) {
    try {
      return StateCodec.create().mapper().readValue(json, Object.class);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<ToolCall> madeCalls(RunResult result) {
    return ((Message.Assistant) result.state().get(MESSAGES).get(1)).toolCalls();
  }

  private static Message.Tool toolMessage(RunResult result, int position) {
    return (Message.Tool) result.state().get(MESSAGES).get(position);
  }

  @Test
  void shouldShowToolAndArgumentsAndMakeNoCallBeforeTheAnswer() {
    RunResult waiting = waiting(call("1", "refund", ARGUMENTS));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(waiting.interrupts()).hasSize(1);
    assertThat(waiting.interrupts().get(0).value())
        .isEqualTo(
            plain(
                """
                {"action_requests": [
                   {"name": "refund", "args": {"amount": 10}, "description": "Does refund."}],
                 "review_configs": [
                   {"action_name": "refund", "allowed_decisions":
                     ["approve", "edit", "reject", "respond"]}]}
                """));
    assertThat(made).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"decisions\": [{\"type\": \"approve\"}]}",
        "{\"type\": \"approve\"}",
        "{\"approved\": true}",
        "{\"type\": \"edit\", \"args\": {\"amount\": 10}}"
      })
  void shouldMakeTheCallAsTheModelWroteItWhenItIsApproved(String answer) {
    waiting(call("1", "refund", ARGUMENTS));

    RunResult result = answer(answer);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).containsExactly("refund" + ARGUMENTS);
    assertThat(madeCalls(result)).containsExactly(new ToolCall("1", "refund", ARGUMENTS));
    assertThat(toolMessage(result, 2).outcome()).isEqualTo(Outcome.SUCCESS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"decisions": [{"type": "edit", "edited_action": {"name": "refund", "args": {"amount": 5}}}]}
        """,
        "{\"type\": \"edit\", \"edited_action\": {\"args\": {\"amount\": 5}}}",
        "{\"type\": \"edit\", \"args\": {\"amount\": 5}}"
      })
  void shouldMakeTheCallAsTheReviewerWroteItAndSaySoInItsResult(String answer) {
    waiting(call("1", "refund", ARGUMENTS));

    RunResult result = answer(answer);

    assertThat(made).containsExactly("refund{\"amount\":5}");
    assertThat(madeCalls(result)).containsExactly(new ToolCall("1", "refund", ARGUMENTS));
    assertThat(toolMessage(result, 2).text())
        .isEqualTo("A reviewer changed this call; made was refund {\"amount\":5}\n\nok");
    assertThat(result.state().get(MESSAGES)).hasSize(4);
  }

  @Test
  void shouldMakeTheCallOfAnotherToolWhenTheReviewerNamesIt() {
    waiting(call("1", "refund", ARGUMENTS));

    RunResult result =
        answer("{\"type\": \"edit\", \"edited_action\": {\"name\": \"look\", \"args\": {}}}");

    assertThat(made).containsExactly("look{}");
    assertThat(toolMessage(result, 2).name()).isEqualTo("refund");
    assertThat(toolMessage(result, 2).text()).contains("made was look {}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"decisions\": [{\"type\": \"reject\", \"message\": \"Too much\"}]}",
        "{\"type\": \"reject\", \"message\": \"Too much\"}",
        "{\"approved\": false, \"message\": \"Too much\"}"
      })
  void shouldTellTheModelWhyWhenTheCallIsRejected(String answer) {
    waiting(call("1", "refund", ARGUMENTS));

    RunResult result = answer(answer);

    assertThat(made).isEmpty();
    assertThat(toolMessage(result, 2).text()).isEqualTo("A reviewer rejected this call: Too much");
    assertThat(toolMessage(result, 2).outcome()).isEqualTo(Outcome.ERROR);
    assertThat(result.state().get(MESSAGES).get(3).text()).isEqualTo("Done.");
  }

  @Test
  void shouldAskOnceForAllCallsOfAMessageAndTakeADecisionForEach() {
    RunResult waiting =
        waiting(
            call("1", "refund", ARGUMENTS),
            call("1", "look", "{}"),
            call("1", "book", "{\"x\":1}"));

    RunResult result =
        answer("{\"decisions\": [{\"type\": \"reject\"}, {\"type\": \"edit\", \"args\": {}}]}");

    assertThat(waiting.interrupts()).hasSize(1);
    assertThat(made).containsExactlyInAnyOrder("look{}", "book{}");
    assertThat(result.state().get(MESSAGES).subList(2, 5))
        .extracting(message -> ((Message.Tool) message).name())
        .containsExactly("refund", "look", "book");
    assertThat(toolMessage(result, 2).text()).isEqualTo("A reviewer rejected this call.");
  }

  @Test
  void shouldTakeOneShortDecisionForAllCalls() {
    waiting(call("1", "refund", ARGUMENTS), call("2", "book", "{}"));

    answer("{\"type\": \"approve\"}");

    assertThat(made).containsExactlyInAnyOrder("refund" + ARGUMENTS, "book{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"yes\"",
        "{}",
        "{\"type\": \"maybe\"}",
        "{\"approved\": \"perhaps\"}",
        "{\"decisions\": []}",
        "{\"decisions\": [{\"type\": \"approve\"}, {\"type\": \"approve\"}]}",
        "{\"decisions\": [{\"message\": \"?\"}]}",
        "{\"decisions\": [{\"type\": \"edit\"}]}",
        "{\"type\": \"edit\"}",
        "{\"type\": \"edit\", \"args\": \"all\"}",
        "{\"type\": \"edit\", \"edited_action\": {\"name\": \"refund\"}}",
        "{\"type\": \"reject\", \"message\": 7}"
      })
  void shouldKeepTheQuestionOpenWhenTheAnswerIsNone(String answer) {
    RunResult waiting = waiting(call("1", "refund", ARGUMENTS));

    assertThatThrownBy(() -> answer(answer)).isInstanceOf(InvalidAnswerException.class);

    assertThat(run.runtime().snapshot(run.thread()).interrupts()).isEqualTo(waiting.interrupts());
  }

  @Test
  void shouldNotTakeOneEditForSeveralCalls() {
    waiting(call("1", "refund", ARGUMENTS), call("2", "book", "{}"));

    assertThatThrownBy(() -> answer("{\"type\": \"edit\", \"args\": {}}"))
        .isInstanceOf(InvalidAnswerException.class);
  }

  @Test
  void shouldTellTheModelOfArgumentsThatAreNoJsonWithoutAskingAnyone() {
    RunResult result = waiting(call("1", "refund", "{amount"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).isEmpty();
    assertThat(toolMessage(result, 2).text())
        .isEqualTo(
            "The arguments do not fit 'refund': expected a JSON object but found {amount. Correct"
                + " them and call again.");
  }

  @Test
  void shouldTakeTheWordsOfAPersonForTheResult() {
    waiting(call("1", "refund", ARGUMENTS));

    RunResult result = answer("{\"type\": \"respond\", \"message\": \"Already paid.\"}");

    assertThat(made).isEmpty();
    assertThat(toolMessage(result, 2).text()).isEqualTo("Already paid.");
    assertThat(toolMessage(result, 2).outcome()).isEqualTo(Outcome.SUCCESS);
  }

  /** A part of parts. */
  record Part(String name, List<Part> parts) {}

  /** A tool whose arguments refer to themselves. */
  private final class Workshop {
    @Tool("Builds something")
    String build(@P("part") Part part) {
      made.add("build " + part.name());
      return "ok";
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeEditsOfAToolWhoseArgumentsReferToThemselves(Approval.Card card) {
    String arguments = "{\"part\":{\"name\":\"a\",\"parts\":[{\"name\":\"b\",\"parts\":[]}]}}";
    Approval rule = Approval.of("build");
    Graph graph =
        ReactAgent.of(
                "agent",
                ModelSource.of(
                    ScriptedChat.of(calls(call("1", "build", arguments)), says("Done."))))
            .tools(Toolset.from(new Workshop()))
            .approve(card == Approval.Card.PER_CALL ? rule.perCall() : rule)
            .build();
    run = GraphRun.of(graph).user("Hi").start();
    String edit = "{\"type\": \"edit\", \"args\": {\"part\": {\"name\": \"c\", \"parts\": [%s]}}}";

    assertThat(run.result().status()).isEqualTo(RunStatus.WAITING);
    assertThatThrownBy(() -> answer(edit.formatted("{\"name\": 7}")))
        .isInstanceOf(InvalidAnswerException.class);
    answer(edit.formatted("{\"name\": \"d\", \"parts\": []}"));

    assertThat(made).containsExactly("build c");
  }

  @Test
  void shouldTakeEditsOfAGraphWhoseArgumentsReferToThemselves() {
    Channel<Part> part = Channel.of("part", Part.class);
    Graph build =
        Graph.builder("build")
            .channels(part)
            .node("n", it -> Command.none())
            .edge(Graph.START, "n")
            .build();
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "build", "{\"name\":\"a\"}")), says("Done."));
    ReactAgent agent =
        ReactAgent.of("agent", ModelSource.of(model))
            .tools(Toolset.graph(build, "builds", part, part));
    run = GraphRun.of(agent.approve("build").build()).user("Hi").start();

    String args = "{\"name\": \"c\", \"parts\": [{\"name\": \"d\"}]}";
    RunResult result = answer("{\"type\": \"edit\", \"args\": %s}".formatted(args));

    assertThat(toolMessage(result, 2).text()).contains("\"name\":\"d\"");
  }

  @Test
  void shouldRefuseADecisionForWhenTimeIsUpThatIsNotAllowed() {
    Approval rule =
        Approval.of("refund").allow(Kind.APPROVE, Kind.EDIT).expiresAfter(Duration.ofDays(2));
    ReactAgent agent =
        ReactAgent.of("agent", ModelSource.of(ScriptedChat.of()))
            .tools(tool("refund"))
            .approve(rule);

    assertThatThrownBy(agent::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("REJECT when time is up is not among [APPROVE, EDIT] for [refund]");
  }

  @Test
  void shouldRefuseADecisionThatIsNotAllowedWhereAnotherCallOfTheQuestionExpires() {
    Approval expiring = Approval.of("refund").expiresAfter(Duration.ofDays(2));
    Approval other = Approval.of("mail").allow(Kind.APPROVE, Kind.EDIT);
    ReactAgent agent =
        ReactAgent.of("agent", ModelSource.of(ScriptedChat.of()))
            .tools(tool("refund").and(tool("mail")));

    assertThatThrownBy(() -> agent.approve(expiring, other).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("REJECT when time is up is not among [APPROVE, EDIT] for [mail]");
  }

  @Test
  void shouldAllowAnyDecisionsWhereCallsThatExpireAreAskedAboutOnTheirOwn() {
    Approval expiring = Approval.of("refund").expiresAfter(Duration.ofDays(2)).perCall();
    Approval other = Approval.of("mail").allow(Kind.APPROVE, Kind.EDIT);

    Graph graph =
        ReactAgent.of("agent", ModelSource.of(ScriptedChat.of()))
            .tools(tool("refund").and(tool("mail")))
            .approve(expiring, other)
            .build();

    assertThat(graph.name()).isEqualTo("agent");
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowAndKeepArgumentsThatTheModelLeftOut(Approval.Card card) {
    Approval rule = Approval.of("refund");
    Graph graph =
        ReactAgent.of(
                "agent",
                ModelSource.of(ScriptedChat.of(calls(call("1", "refund", "")), says("Done."))))
            .tools(tool("refund"))
            .approve(card == Approval.Card.PER_CALL ? rule.perCall() : rule)
            .build();
    run = GraphRun.of(graph).user("Hi").start();

    assertThat(run.questions().get(0).value().toString()).contains("args={}");
    RunResult result = answer("{\"type\": \"edit\", \"args\": {}}");

    assertThat(toolMessage(result, 2).text()).isEqualTo("ok");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type": "maybe"}        | /type: does not have a value in the enumeration
          {"type": "respond"}      | required property 'message' not found
          {"approved": "yes"}      | /approved: string found, boolean expected
          {}                       | required property 'type' not found
          """)
  void shouldSayWhatIsWrongWithTheFormThatIsChosen(String answer, String problem) {
    waiting(call("1", "refund", ARGUMENTS));

    assertThatThrownBy(() -> answer(answer))
        .isInstanceOf(InvalidAnswerException.class)
        .hasMessageContaining(problem)
        .hasMessageNotContaining("decisions");
  }
}
