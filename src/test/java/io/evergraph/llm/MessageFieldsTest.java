package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ImageContent.DetailLevel;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.Part.Kind;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.message.Part.Reasoning;
import io.evergraph.llm.message.Part.Text;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.Usage;
import io.evergraph.runtime.codec.StateCodec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of a message, from each form through ours and back. */
class MessageFieldsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PAGE = "https://example.org/a";

  private static Stream<ChatMessage> ofLangChain4j() {
    return Stream.of(
        SystemMessage.from("Be kind."),
        UserMessage.from("Hi"),
        UserMessage.from(""),
        UserMessage.builder()
            .name("Ann")
            .contents(List.of(TextContent.from("a"), TextContent.from("b")))
            .attributes(Map.of("x", 1, "y", List.of("z")))
            .build(),
        UserMessage.from(ImageContent.from(PAGE)),
        UserMessage.from(ImageContent.from(PAGE, DetailLevel.LOW)),
        UserMessage.from(ImageContent.from(PAGE, DetailLevel.MEDIUM)),
        UserMessage.from(ImageContent.from(PAGE, DetailLevel.HIGH)),
        UserMessage.from(ImageContent.from("AAEC", "image/png", DetailLevel.ULTRA_HIGH)),
        UserMessage.from(ImageContent.from("AAEC", "image/png", DetailLevel.AUTO)),
        UserMessage.from(ImageContent.from(Image.builder().url(PAGE).mimeType("image/a").build())),
        UserMessage.from(AudioContent.from(PAGE), AudioContent.from("AAEC", "audio/wav")),
        UserMessage.from(VideoContent.from(PAGE), VideoContent.from("AAEC", "video/mp4")),
        UserMessage.from(PdfFileContent.from(PAGE), PdfFileContent.from("AAEC", "text/plain")),
        AiMessage.from("So"),
        AiMessage.from(""),
        AiMessage.from(ScriptedChat.call("c", "t", "{ }")),
        AiMessage.from("", List.of(ScriptedChat.call("c", "t", "{ }"))),
        AiMessage.from("a", List.of(ScriptedChat.call("c", "t", ""))),
        AiMessage.builder().thinking("Hm.").build(),
        AiMessage.builder().thinking("Hm.").text("").build(),
        AiMessage.builder()
            .thinking("Hm.")
            .text("So")
            .toolExecutionRequests(List.of(ScriptedChat.call("c", "t", "{broken")))
            .attributes(Map.of("thinking_signature", "s", "x", "y"))
            .build(),
        AiMessage.builder()
            .text("Look")
            .attributes(
                Map.of(
                    AiMessage.GENERATED_IMAGES_KEY,
                    List.of(Image.builder().base64Data("AAEC").mimeType("image/png").build())))
            .build(),
        ToolExecutionResultMessage.from("c", "t", "yes"),
        result().text("yes").isError(false).build(),
        result().text("no").isError(true).attributes(Map.of("x", true)).build(),
        result().contents(TextContent.from("a"), ImageContent.from(PAGE)).build());
  }

  private static ToolExecutionResultMessage.Builder result() {
    return ToolExecutionResultMessage.builder().id("c").toolName("t");
  }

  @ParameterizedTest
  @MethodSource("ofLangChain4j")
  void shouldKeepAMessageOfLangChain4j(ChatMessage message) {
    List<Message> ours = Messages.fromLangChain4j(List.of(message));

    assertThat(Messages.toLangChain4j(ours)).containsExactly(message);
    assertThat(Messages.toLangChain4j(Messages.read(Messages.toLangGraph(ours))))
        .containsExactly(message);
  }

  @Test
  void shouldNotTakeAMessageThatNobodySays() {
    assertThatThrownBy(
            () -> Messages.fromLangChain4j(List.of(CustomMessage.from(Map.of("x", "y")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CUSTOM");
  }

  @Test
  void shouldTakeTheBytesOfASound() {
    Audio sound = Audio.builder().binaryData(new byte[] {0, 1, 2}).mimeType("audio/wav").build();

    assertThat(Messages.fromLangChain4j(List.of(UserMessage.from(AudioContent.from(sound)))))
        .containsExactly(Message.user(Media.of(Kind.AUDIO, "audio/wav", "AAEC", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role': 'developer', 'content': 'Be kind'}",
        "{'role': 'system', 'name': 'boss', 'content': 'Be kind'}",
        "{'role': 'user', 'name': 'Ann', 'content': ''}",
        "{'role': 'user', 'content': [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]}",
        "{'role': 'user', 'content': [{'type': 'image_url', 'image_url': {'url': 'http://a/b'}}]}",
        "{'role': 'user', 'content': [{'type': 'text', 'text': 'a'},"
            + " {'type': 'image_url', 'image_url': {'url': 'http://a/b', 'detail': 'auto'}},"
            + " {'type': 'image_url', 'image_url': {'url': 'http://a/b', 'detail': 'original'}},"
            + " {'type': 'image_url',"
            + "  'image_url': {'url': 'data:image/png;base64,AAEC', 'detail': 'low'}},"
            + " {'type': 'input_audio', 'input_audio': {'data': 'AAEC', 'format': 'mp3'}},"
            + " {'type': 'file', 'file': {'file_id': 'file-1'}},"
            + " {'type': 'file',"
            + "  'file': {'file_data': 'data:application/pdf;base64,AAEC', 'filename': 'a.pdf'}}]}",
        "{'role': 'assistant', 'name': 'bot', 'content': 'So'}",
        "{'role': 'assistant', 'content': ''}",
        "{'role': 'assistant', 'content': null, 'refusal': 'No.'}",
        "{'role': 'assistant', 'content': 'So', 'reasoning_content': 'Hm.',"
            + " 'annotations': [{'type': 'url_citation', 'url_citation': {'url': 'http://a'}}],"
            + " 'audio': {'id': 'audio-1'}}",
        "{'role': 'assistant', 'content': null, 'tool_calls': [{'id': 'c', 'type': 'function',"
            + " 'function': {'name': 't', 'arguments': '{ }'}}]}",
        "{'role': 'assistant', 'content': '', 'tool_calls': [{'id': 'c', 'type': 'function',"
            + " 'function': {'name': 't', 'arguments': '{broken'}}]}",
        "{'role': 'assistant', 'content': null,"
            + " 'function_call': {'name': 't', 'arguments': '{}'}}",
        "{'role': 'tool', 'tool_call_id': 'c', 'name': 't', 'content': 'yes'}",
        "{'role': 'tool', 'tool_call_id': 'c',"
            + " 'content': [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]}",
        "{'role': 'function', 'name': 't', 'content': 'yes'}"
      })
  void shouldKeepAMessageOfOpenAi(String message) throws IOException {
    String chat = "[" + message.replace('\'', '"') + "]";

    List<Message> ours = Messages.read(chat);

    assertThat(JSON.readTree(Messages.toOpenAi(ours))).isEqualTo(JSON.readTree(chat));
    shouldKeepEverywhere(ours);
  }

  @Test
  void shouldKnowTheRefusalAmongTheParts() {
    List<Message> chat =
        Messages.read(
            """
            [{"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}]
            """);

    assertThat(chat)
        .containsExactly(
            Message.assistant("").withMetadata("additional_kwargs", Map.of("refusal", "No.")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'human', 'id': '1', 'name': 'Ann', 'content': 'Hi',"
            + " 'additional_kwargs': {'x': {'y': 1}}, 'response_metadata': {'z': [true]}}",
        "{'type': 'human', 'content': [{'type': 'text', 'text': 'a'},"
            + " {'type': 'image', 'url': 'http://a/b', 'extras': {'detail': 'high'}},"
            + " {'type': 'image', 'base64': 'AAEC', 'mime_type': 'image/png',"
            + "  'extras': {'filename': 'a.png', 'detail': 'low'}},"
            + " {'type': 'audio', 'base64': 'AAEC', 'mime_type': 'audio/wav'},"
            + " {'type': 'video', 'url': 'http://a/b', 'mime_type': 'video/mp4'},"
            + " {'type': 'file', 'file_id': 'file-1'},"
            + " {'type': 'file', 'url': 'http://a/b', 'mime_type': 'application/pdf',"
            + "  'extras': {'filename': 'a.pdf'}}]}",
        "{'type': 'system', 'id': '1', 'content': 'Be kind',"
            + " 'additional_kwargs': {'__openai_role__': 'developer'}}",
        "{'type': 'ai', 'id': '1', 'name': 'bot', 'content': [{'type': 'reasoning',"
            + "  'reasoning': 'Hm.', 'extras': {'signature': 's'}}, {'type': 'text', 'text': 'So'},"
            + "  {'type': 'reasoning', 'reasoning': 'Oh.'}],"
            + " 'tool_calls': [{'type': 'tool_call', 'id': 'c', 'name': 't', 'args': {'a': 1}}],"
            + " 'invalid_tool_calls': [{'type': 'invalid_tool_call', 'id': 'd', 'name': 't',"
            + "  'args': '{broken', 'error': 'no JSON'}],"
            + " 'usage_metadata': {'input_tokens': 9, 'output_tokens': 8, 'total_tokens': 17,"
            + "  'input_token_details': {'cache_read': 1, 'cache_creation': 2, 'audio': 3},"
            + "  'output_token_details': {'reasoning': 4, 'audio': 5}},"
            + " 'additional_kwargs': {'refusal': 'No.'},"
            + " 'response_metadata': {'model_name': 'm', 'finish_reason': 'stop'}}",
        "{'type': 'ai', 'content': [{'type': 'text', 'text': 'So', 'index': 0,"
            + "  'cache_control': {'type': 'ephemeral'},"
            + "  'annotations': [{'type': 'citation', 'url': 'http://a/b', 'start_index': 0}]}]}",
        "{'type': 'tool', 'id': '1', 'tool_call_id': 'c', 'name': 't', 'content': 'yes',"
            + " 'status': 'success', 'artifact': {'rows': [1, {'a': null}]}}",
        "{'type': 'tool', 'id': '1', 'tool_call_id': 'c', 'content': '', 'status': 'error',"
            + " 'artifact': 'x'}"
      })
  void shouldKeepAMessageOfLangGraph(String message) throws IOException {
    String chat = "[" + message.replace('\'', '"') + "]";

    List<Message> ours = Messages.read(chat);

    assertThat(JSON.readTree(Messages.toLangGraph(ours))).isEqualTo(JSON.readTree(chat));
    shouldKeepEverywhere(ours);
  }

  /** An instruction has its words alone in the form of LangChain4j. */
  private static void shouldKeepEverywhere(List<Message> ours) {
    assertThat(Messages.read(Messages.toLangGraph(ours))).isEqualTo(ours);
    List<Message> others =
        ours.stream().filter(it -> !(it instanceof Message.Instruction)).toList();
    assertThat(Messages.fromLangChain4j(Messages.toLangChain4j(others))).isEqualTo(others);
    StateCodec codec = StateCodec.create();
    for (Message message : ours) {
      assertThat((Message) codec.fromJson(codec.toJson(message), Message.class, "the test"))
          .isEqualTo(message);
    }
  }

  private static Stream<Message> ours() {
    ToolCall call = new ToolCall("c", "t", "{ \"a\" : 1}");
    List<Part> thoughts =
        List.of(new Text("a"), new Reasoning("b", "s"), new Text("c"), new Reasoning("d", "t"));
    return Stream.of(
        new Message.User("1", "Hi"),
        Message.user(new Text("")),
        Message.user(Part.image(PAGE).withDetail("auto")),
        Message.user(Part.image(PAGE).withDetail("original")),
        Message.user(Part.file(PAGE, "text/plain", "a.txt")),
        Message.user("Hi").withMetadata("name", 7),
        Message.user("Hi").withMetadata("additional_kwargs", Map.of("x", 1)),
        Message.assistant(""),
        new Message.Assistant("", List.of(new Text("")), List.of(), Optional.empty(), Map.of()),
        new Message.Assistant(
            "1",
            thoughts,
            List.of(call, call),
            Optional.of(new Usage(3, 4, 9, Map.of("input_token_details", Map.of("cache_read", 2)))),
            Map.of("model_name", "m", "is_error", false)),
        Message.result(call, "yes").withId("1"),
        Message.failure(call, "no").withMetadata("is_error", false),
        new Message.Tool(
            "", "", "", List.of(Part.image(PAGE), new Text("a")), Outcome.ERROR, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("ours")
  void shouldKeepAMessageOfOurs(Message message) {
    shouldKeepEverywhere(List.of(message));
    String theirs = ChatMessageSerializer.messagesToJson(Messages.toLangChain4j(List.of(message)));
    assertThat(Messages.fromLangChain4j(ChatMessageDeserializer.messagesFromJson(theirs)))
        .containsExactly(message);
  }

  @Test
  void shouldTakeWhatSomebodyChangedInAMessageOfLangChain4j() {
    AiMessage answer =
        (AiMessage)
            Messages.toLangChain4j(List.of(new Message.Assistant("1", "So", List.of()))).get(0);

    assertThat(Messages.fromLangChain4j(List.of(answer))).extracting(Message::id).contains("1");
    assertThat(Messages.fromLangChain4j(List.of(answer.withText("Or so"))))
        .containsExactly(Message.assistant("Or so"));
  }

  @Test
  void shouldReadThePiecesAndTheChatMessagesOfLangGraph() {
    String chat =
        """
        [{"type": "AIMessageChunk", "content": "So"}, {"type": "HumanMessageChunk", "content": "a"},
         {"type": "chat", "role": "user", "content": "b"},
         {"type": "human", "content": [
           {"type": "image_url", "image_url": {"url": "http://a/b", "detail": "low"}}]}]
        """;

    assertThat(Messages.read(chat))
        .containsExactly(
            Message.assistant("So"),
            Message.user("a"),
            Message.user("b"),
            Message.user(Part.image("http://a/b").withDetail("low")));
  }

  @Test
  void shouldWriteAnImageWithoutADetailAsBefore() {
    assertThat(Messages.toLangGraph(List.of(Message.user(Part.image("http://a/b")))))
        .isEqualTo(
            "[{\"type\":\"human\",\"content\":[{\"type\":\"image\",\"url\":\"http://a/b\"}]}]");
  }
}
