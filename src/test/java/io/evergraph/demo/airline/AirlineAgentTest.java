package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelRefusedException;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The airline agent with a replayed model and with one of its own. */
class AirlineAgentTest {
  private static final Conversation CANCELLING = Recordings.named("airline-041-0");

  private final InMemoryRuntime runtime = InMemoryRuntime.of(AirlineAgent.graph(Map.of()));
  private final ThreadId thread = ThreadId.of("t");
  private ReplayServer server;

  @BeforeEach
  void start() throws IOException {
    server = ReplayServer.start(List.of(CANCELLING));
  }

  @AfterEach
  void close() {
    server.close();
    runtime.close();
  }

  private RunResult say(String text, Map<String, Object> context) {
    RunOptions options = RunOptions.builder().context(context).build();
    StateUpdate input = StateUpdate.of(ReactAgent.MESSAGES, Message.user(text));
    return runtime.start(AirlineAgent.NAME, thread, input, options).await();
  }

  private Map<String, Object> replaying() {
    return Map.of(AirlineAgent.REPLAY_URL, server.conversationUrl(CANCELLING.id()).toString());
  }

  /** Plays the user until the agent asks a person. */
  private RunResult asking(Map<String, Object> context) {
    RunResult result = say(Recordings.userTurns(CANCELLING).get(0), context);
    for (int turn = 1; result.status() == RunStatus.FINISHED; turn++) {
      result = say(Recordings.userTurns(CANCELLING).get(turn), context);
    }
    return result;
  }

  private static List<String> texts(RunResult result) {
    return result.state().get(ReactAgent.MESSAGES).stream().map(Message::text).toList();
  }

  @Test
  void shouldAskBeforeItCancelsAndThenCancel() {
    // when
    RunResult asking = asking(replaying());
    RunResult done = runtime.answer(thread, Answer.single(Map.of("approved", true))).await();

    // then
    assertThat(asking.status()).isEqualTo(RunStatus.WAITING);
    assertThat(asking.interrupts().get(0).value().toString())
        .contains("cancel_reservation", "reservation_id", "3RK2T9");
    assertThat(server.journal().toolCalls(CANCELLING.id()))
        .extracting(ReplayJournal.ToolCall::tool)
        .containsExactly("get_reservation_details", "cancel_reservation");
    assertThat(server.journal().toolCalls(CANCELLING.id()))
        .extracting(ReplayJournal.ToolCall::idempotencyKey)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    assertThat(done.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(done)).last().asString().contains("successfully cancelled");
  }

  @Test
  void shouldSayThatOnlyTheRecordingCanBeReplayedWhenThePersonRejects() {
    asking(replaying());

    RunResult result = runtime.answer(thread, Answer.single(Map.of("approved", false))).await();

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failure(result).errorType()).isEqualTo(ModelRefusedException.class.getName());
    assertThat(failure(result).reason())
        .contains("message 10, field content")
        .contains("A reviewer rejected this call")
        .contains("Only the recording can be replayed");
    assertThat(failure(result).attempts()).isEqualTo(1);
  }

  @Test
  void shouldSayThatOnlyTheRecordingCanBeReplayedWhenThePersonEdits() {
    asking(replaying());

    RunResult result =
        runtime
            .answer(
                thread,
                Answer.single(Map.of("type", "edit", "args", Map.of("reservation_id", "X"))))
            .await();

    assertThat(failure(result).errorType()).isEqualTo(ReplayRefusedException.class.getName());
    assertThat(failure(result).attempts()).isEqualTo(1);
  }

  private static TaskFailedException failure(RunResult result) {
    return (TaskFailedException) result.error().orElseThrow();
  }

  @Test
  void shouldTalkToTheModelOfTheEnvironmentWithWhatTheBundledConversationsKnow() {
    // given
    Map<String, String> environment =
        Map.of(
            "OPENAI_API_KEY", "key",
            "OPENAI_BASE_URL", server.modelUrl(CANCELLING.id()).toString(),
            "OPENAI_MODEL", "some-model");
    runtime.graphs().register(AirlineAgent.graph(environment));

    // when
    asking(Map.of());
    RunResult done = runtime.answer(thread, Answer.single(Map.of("type", "approve"))).await();

    // then
    assertThat(done.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(done)).last().asString().contains("successfully cancelled");
    assertThat(server.journal().toolCalls(CANCELLING.id())).isEmpty();
  }

  @Test
  void shouldSayWhatItNeedsWhenThereIsNoModel() {
    RunResult result = say("Hi", Map.of());

    assertThat(failure(result).errorType()).isEqualTo(InvalidInputException.class.getName());
    assertThat(failure(result).reason()).contains("OPENAI_API_KEY", "replayUrl");
  }

  @Test
  void shouldSayWhatItNeedsWhenTheUrlIsNone() {
    RunResult result = say("Hi", Map.of(AirlineAgent.REPLAY_URL, "no url"));

    assertThat(failure(result).errorType()).isEqualTo(InvalidInputException.class.getName());
    assertThat(failure(result).reason()).contains("'no url'");
  }

  @Test
  void shouldAskAgainWhenTheReplayServiceComesBack() throws IOException {
    // given
    int port = server.port();
    Map<String, Object> context = replaying();
    server.close();

    // when
    RunResult parked = say(Recordings.userTurns(CANCELLING).get(0), context);
    server = ReplayServer.start(List.of(CANCELLING), port);
    RunResult retried = runtime.answer(thread, Answer.retry()).await();

    // then
    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(failure(parked).reason()).startsWith("Cannot reach http://127.0.0.1:" + port);
    assertThat(retried.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldHaveANodeForEachTool() {
    Graph graph = AirlineAgent.graph(Map.of());

    assertThat(graph.spec().nodes())
        .extracting(node -> node.name())
        .startsWith("llm", "branch", "tools", "review")
        .contains("get_user_details", "cancel_reservation", "send_certificate");
    assertThat(graph.schema().channels().keySet().stream().filter(graph.spec().shape()::isShown))
        .containsExactlyInAnyOrder("messages", "react.branch", "review.decisions");
    assertThat(graph.schema().channels().keySet().stream().filter(graph.spec().shape()::isWritable))
        .containsExactlyInAnyOrder("messages", "react.branch");
  }

  @Test
  void shouldKnowTheToolResultsOfTheBundledConversations() {
    BundledResults results = BundledResults.instance();

    assertThat(results.of(new ToolCall("1", "think", "{\"thought\":\"Hm\"}"))).isEmpty();
    assertThat(
            results.of(
                new ToolCall("1", "get_reservation_details", "{ \"reservation_id\": \"3RK2T9\" }")))
        .contains("anya_garcia_5901");
  }

  @Test
  void shouldSayWhichArgumentsItKnowsWhenACallWasNotRecorded() {
    BundledResults results = BundledResults.instance();

    assertThatThrownBy(
            () -> results.of(new ToolCall("1", "get_user_details", "{\"user_id\":\"me\"}")))
        .isInstanceOf(ToolCallException.class)
        .hasMessageContaining("Not available in the demo data")
        .hasMessageContaining("{\"user_id\":\"");
    assertThatThrownBy(() -> results.of(new ToolCall("1", "calculate", "1 +")))
        .hasMessageContaining("none");
  }
}
