package io.evergraph.demo.airline;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The replay service as LangChain4j's OpenAI clients see it. */
class ReplayWithLangChain4jTest {

  private static ReplayServer server;

  @BeforeAll
  static void startServer() throws Exception {
    List<Conversation> conversations = new ArrayList<>(Recordings.all());
    conversations.add(Recordings.parallel());
    server = ReplayServer.start(conversations);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void shouldReplayEveryRecordingToTheByteWhenItsOwnMessagesAreSent(LangChain4jClient client) {
    for (Conversation conversation : Recordings.all()) {
      // given
      int before = server.journal().modelCalls(conversation.id()).size();

      // when
      List<RecordedMessage> replayed = replay(client, conversation);

      // then
      List<RecordedMessage> expected = new ArrayList<>(conversation.messages());
      expected.add(RecordedReplies.CLOSING);
      assertThat(replayed).as(conversation.id()).isEqualTo(expected);
      assertThat(server.journal().modelCalls(conversation.id()))
          .as(conversation.id())
          .hasSize(before + conversation.modelAnswers() + 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveBothCallsWhenTheModelMakesTwoWithTheSameId(LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.parallel();

    // when
    List<RecordedMessage> replayed = replay(client, conversation);

    // then
    assertThat(replayed.subList(0, conversation.messages().size()))
        .isEqualTo(conversation.messages());
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndWithAnEmptyAnswerWhenTheRecordingStopsBeforeTheModelAnswers(
      LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.named("airline-041-0");

    // when
    ChatResponse closing = client.ask(server.modelUrl(conversation.id()), messages(conversation));

    // then
    assertThat(closing.aiMessage().text()).isNull();
    assertThat(closing.aiMessage().hasToolExecutionRequests()).isFalse();
    assertThat(closing.finishReason()).isEqualTo(FinishReason.STOP);
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseWhenAskedToGoOnAfterTheClosingAnswer(LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.named("airline-041-0");
    List<ChatMessage> messages = messages(conversation);
    messages.add(AiMessage.from(""));
    messages.add(UserMessage.from("And now?"));

    // when, then
    assertThatThrownBy(() -> client.ask(server.modelUrl(conversation.id()), messages))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("recording_over")
        .hasMessageContaining("13 messages were recorded")
        .hasMessageContaining("asked to go on after 15");
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameTheDifferenceAndTheRecordedTextWhenTheUserSaysSomethingElse(
      LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.named("airline-041-0");
    List<ChatMessage> messages = List.of(UserMessage.from("Hi there! Can I have a refund?"));

    // when, then
    assertThatThrownBy(() -> client.ask(server.modelUrl(conversation.id()), messages))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("message 0, field content")
        .hasMessageContaining("Can I have a refund?")
        .hasMessageContaining("from character 10 on")
        .hasMessageContaining("I need some help with a flight I booked recently.");
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseWhenOneByteOfTheArgumentsIsDifferent(LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.named("airline-041-0");
    List<ChatMessage> messages = messages(conversation);
    messages.set(4, call("{\"reservation_id\": \"3RK2T9\"}", ((AiMessage) messages.get(4))));

    // when, then
    assertThatThrownBy(() -> client.ask(server.modelUrl(conversation.id()), messages))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("message 3, field tool_calls[0].function.arguments");
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseWhenTwoMessagesAreSwapped(LangChain4jClient client) {
    // given
    Conversation conversation = Recordings.named("airline-041-0");
    List<ChatMessage> messages = messages(conversation);
    messages.add(1, messages.remove(2));

    // when, then
    assertThatThrownBy(() -> client.ask(server.modelUrl(conversation.id()), messages))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("message 0, field role");
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotFindAConversationThatWasNotRecorded(LangChain4jClient client) {
    // given
    List<ChatMessage> messages = List.of(UserMessage.from("Hello"));

    // when, then
    assertThatThrownBy(() -> client.ask(server.modelUrl("airline-999-9"), messages))
        .isInstanceOf(ModelNotFoundException.class)
        .hasMessageContaining("there is no conversation airline-999-9");
  }

  @Test
  void shouldCountWordsAsTokens() {
    // given
    Conversation conversation = Recordings.parallel();
    List<ChatMessage> messages = messages(conversation).subList(0, 2);

    // when
    ChatResponse plain = LangChain4jClient.PLAIN.ask(server.modelUrl(conversation.id()), messages);
    ChatResponse streamed =
        LangChain4jClient.STREAMED.ask(server.modelUrl(conversation.id()), messages);

    // then
    assertThat(plain.tokenUsage().inputTokenCount()).isEqualTo(10);
    assertThat(plain.tokenUsage().outputTokenCount()).isEqualTo(3 + 2 + 3);
    assertThat(streamed.tokenUsage().totalTokenCount()).isEqualTo(18);
    assertThat(streamed.finishReason()).isEqualTo(FinishReason.TOOL_EXECUTION);
  }

  /**
   * Asks the model wherever it was asked when the conversation was recorded, and once more at the
   * end.
   */
  private static List<RecordedMessage> replay(LangChain4jClient client, Conversation conversation) {
    List<ChatMessage> said = new ArrayList<>(List.of(SystemMessage.from("Be kind.")));
    List<RecordedMessage> replayed = new ArrayList<>();
    for (RecordedMessage message : conversation.messages()) {
      if (message instanceof Assistant) {
        AiMessage answer = client.ask(server.modelUrl(conversation.id()), said).aiMessage();
        said.add(answer);
        replayed.add(recorded(answer));
      } else {
        said.add(chat(message));
        replayed.add(message);
      }
    }
    replayed.add(recorded(client.ask(server.modelUrl(conversation.id()), said).aiMessage()));
    return replayed;
  }

  private static List<ChatMessage> messages(Conversation conversation) {
    List<ChatMessage> messages = new ArrayList<>(List.of(SystemMessage.from("Be kind.")));
    messages.addAll(
        conversation.messages().stream()
            .map(ReplayWithLangChain4jTest::chat)
            .collect(toCollection(ArrayList::new)));
    return messages;
  }

  private static ChatMessage chat(RecordedMessage message) {
    if (message instanceof Tool tool) {
      return ToolExecutionResultMessage.from(tool.callId(), tool.tool(), tool.content());
    }
    if (message instanceof Assistant assistant) {
      return AiMessage.builder()
          .text(assistant.content())
          .toolExecutionRequests(
              assistant.calls().stream()
                  .map(call -> request(call.id(), call.tool(), call.arguments()))
                  .toList())
          .build();
    }
    return UserMessage.from(message.content());
  }

  private static RecordedMessage recorded(AiMessage answer) {
    return new Assistant(
        answer.text() == null ? "" : answer.text(),
        answer.toolExecutionRequests().stream()
            .map(request -> new RecordedCall(request.id(), request.name(), request.arguments()))
            .toList());
  }

  private static AiMessage call(String arguments, AiMessage original) {
    ToolExecutionRequest request = original.toolExecutionRequests().get(0);
    return AiMessage.from(request(request.id(), request.name(), arguments));
  }

  private static ToolExecutionRequest request(String id, String tool, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
  }
}
