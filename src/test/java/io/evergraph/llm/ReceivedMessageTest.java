package io.evergraph.llm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.Part.Kind;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.message.Part.NonStandard;
import io.evergraph.llm.message.Part.Reasoning;
import io.evergraph.llm.message.Part.Text;
import io.evergraph.llm.message.Rewording;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that another form writes otherwise than Evergraph does: they go back as they came. */
class ReceivedMessageTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PAGE = "https://example.org/a";

  private final StateCodec codec = StateCodec.create();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'human', 'id': null, 'name': null, 'content': 'Hi', 'example': false,"
            + " 'additional_kwargs': {}, 'response_metadata': {}}",
        "{'type': 'human', 'content': 'Hi', 'example': true, 'x': {'y': [1.5, null]}}",
        "{'type': 'human', 'content': [{'type': 'text', 'text': 'Hi'}]}",
        "{'type': 'human', 'content': ['a', {'type': 'text', 'text': 'b'}]}",
        "{'type': 'human', 'content': {'type': 'text', 'text': 'b'}}",
        "{'type': 'human', 'content': []}",
        "{'type': 'human', 'content': null}",
        "{'type': 'HumanMessageChunk', 'content': 'Hi'}",
        "{'type': 'chat', 'role': 'user', 'content': 'Hi'}",
        "{'type': 'system', 'content': [{'type': 'text', 'text': 'Be kind'}],"
            + " 'additional_kwargs': {}}",
        "{'type': 'AIMessageChunk', 'id': 'run-1', 'name': null, 'content': '',"
            + " 'additional_kwargs': {}, 'response_metadata': {}, 'tool_calls': [],"
            + " 'invalid_tool_calls': [], 'usage_metadata': null, 'tool_call_chunks': [{'name':"
            + " 't', 'args': '{', 'id': 'c', 'index': 0, 'type': 'tool_call_chunk'}],"
            + " 'chunk_position': 'last'}",
        "{'type': 'ai', 'content': '', 'tool_calls': [{'id': 'c', 'name': 't', 'args': {'a': 1}}],"
            + " 'usage_metadata': {'input_tokens': 1, 'output_tokens': 2}}",
        "{'type': 'ai', 'content': '', 'tool_calls': [{'id': 'c', 'name': 't', 'args': {'a': 1},"
            + " 'type': 'tool_call', 'extras': {'x': 1}}]}",
        "{'type': 'ai', 'content': '', 'function_call': {'name': 't', 'arguments': '{}'}}",
        "{'type': 'ai', 'content': [{'type': 'text', 'text': 'So'}, {'type': 'tool_use',"
            + " 'id': 'c', 'name': 't', 'input': {'a': 1}, 'caller': {'type': 'direct'}}],"
            + " 'tool_calls': [{'id': 'c', 'name': 't', 'args': {'a': 1}, 'type': 'tool_call'}]}",
        "{'type': 'ai', 'content': [{'type': 'thinking', 'thinking': 'Hm.', 'signature': 's',"
            + " 'index': 0}, {'type': 'redacted_thinking', 'data': 'AAEC'},"
            + " {'type': 'server_tool_use', 'id': 'd', 'name': 'search', 'input': {'q': 'a'}},"
            + " {'type': 'non_standard', 'value': {'a': 1}},"
            + " {'type': 'refusal', 'refusal': 'No.'}]}",
        "{'type': 'ai', 'content': [{'type': 'reasoning', 'id': 'rs_1', 'summary':"
            + " [{'type': 'summary_text', 'text': 'Hm.'}], 'index': 0},"
            + " {'type': 'reasoning', 'reasoning': 'Oh.', 'extras': {'signature': 's', 'x': 1}}]}",
        "{'type': 'human', 'content': ["
            + " {'type': 'image_url', 'image_url': {'url': 'http://a/b', 'detail': 'low'}},"
            + " {'type': 'image_url', 'image_url': 'data:image/png;base64,AAEC'},"
            + " {'type': 'image', 'source_type': 'base64', 'mime_type': 'image/png',"
            + "  'data': 'AAEC'},"
            + " {'type': 'image', 'source_type': 'url', 'url': 'http://a/b'},"
            + " {'type': 'file', 'source_type': 'id', 'id': 'file-1'},"
            + " {'type': 'image', 'cache_control': {'type': 'ephemeral'}, 'source': {'type':"
            + "  'base64', 'media_type': 'image/png', 'data': 'AAEC'}},"
            + " {'type': 'document', 'title': 'A', 'citations': {'enabled': true},"
            + "  'source': {'type': 'url', 'url': 'http://a/b'}},"
            + " {'type': 'document', 'source': {'type': 'text', 'media_type': 'text/plain',"
            + "  'data': 'So it is.'}},"
            + " {'type': 'input_audio', 'input_audio': {'data': 'AAEC', 'format': 'mp3'}},"
            + " {'type': 'file', 'file': {'file_data': 'data:application/pdf;base64,AAEC',"
            + "  'filename': 'a.pdf'}},"
            + " {'type': 'file', 'url': 'http://a/b', 'metadata': {'name': 'a', 'x': 1}},"
            + " {'type': 'image', 'url': 'http://a/b', 'index': 1, 'id': 'lc_1',"
            + "  'extras': {'detail': 'high', 'x': null}}]}",
        "{'type': 'tool', 'tool_call_id': 'c', 'content': 'yes'}",
        "{'type': 'tool', 'id': null, 'tool_call_id': 'c', 'name': null, 'content': 'yes',"
            + " 'additional_kwargs': {}, 'response_metadata': {}, 'artifact': null,"
            + " 'status': 'success'}",
        "{'type': 'tool', 'tool_call_id': 'c', 'content': 'yes', 'artifact': {},"
            + " 'status': 'error', 'x': 1}",
        "{'type': 'ToolMessageChunk', 'tool_call_id': 'c', 'content': 'yes', 'status': 'success'}",
        "{'type': 'function', 'name': 't', 'content': 'yes'}"
      })
  void shouldReturnAMessageOfLangGraph(String message) throws IOException {
    JsonNode theirs = json(message);
    Message ours = read(theirs);

    assertThat(JSON.readTree(Messages.toLangGraph(List.of(ours))).get(0)).isEqualTo(theirs);
    JsonNode state = codec.toJson(ours);
    assertThat(JSON.readTree(state.toString())).isEqualTo(theirs);
    Message fromState = codec.fromJson(state, Message.class, "the test");
    assertThat(fromState).isEqualTo(ours);
    assertThat(JSON.readTree(codec.toJson(fromState).toString())).isEqualTo(theirs);
    assertThat(JSON.readTree(codec.toJson(ours.withId("new")).toString()))
        .isEqualTo(((ObjectNode) theirs.deepCopy()).put("id", "new"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role': 'user', 'content': [{'type': 'text', 'text': 'Hi'}]}",
        "{'role': 'user', 'content': [], 'name': null}",
        "{'role': 'user', 'content': [{'type': 'text', 'text': 'a', 'cache_control': {'type':"
            + " 'ephemeral'}}, {'type': 'image_url', 'x': 1,"
            + " 'image_url': {'url': 'http://a/b', 'y': 2}}]}",
        "{'role': 'user', 'content': [{'type': 'input_audio',"
            + " 'input_audio': {'data': 'AAEC', 'format': 'mpeg'}}]}",
        "{'role': 'assistant', 'content': 'So', 'refusal': null, 'annotations': [],"
            + " 'audio': null, 'function_call': null, 'tool_calls': null}",
        "{'role': 'assistant', 'content': null}",
        "{'role': 'assistant'}",
        "{'role': 'assistant', 'content': [{'type': 'refusal', 'refusal': 'No'},"
            + " {'type': 'refusal', 'refusal': '.'}]}",
        "{'role': 'assistant', 'content': [{'type': 'text', 'text': 'So'}], 'refusal': 'No.'}",
        "{'role': 'assistant', 'content': 'So', 'reasoning': 'Hm.',"
            + " 'reasoning_details': [{'type': 'reasoning.text', 'text': 'Hm.'}]}",
        "{'role': 'assistant', 'content': null, 'tool_calls': [{'index': 0, 'id': 'c',"
            + " 'type': 'function', 'function': {'name': 't', 'arguments': '{ }'}}]}",
        "{'role': 'assistant', 'tool_calls': [{'id': 'c', 'function': {'name': 't',"
            + " 'arguments': '{ }'}}]}",
        "{'role': 'assistant', 'content': '', 'reasoning_content': ''}",
        "{'role': 'tool', 'tool_call_id': 'c', 'name': null,"
            + " 'content': [{'type': 'text', 'text': 'yes'}]}",
        "{'role': 'function', 'name': 't', 'content': null}"
      })
  void shouldReturnAMessageOfOpenAi(String message) throws IOException {
    JsonNode theirs = json(message);
    Message ours = read(theirs);

    assertThat(JSON.readTree(Messages.toOpenAi(List.of(ours))).get(0)).isEqualTo(theirs);
    assertThat(JSON.readTree(Messages.toOpenAi(List.of(ours.withId("new")))).get(0))
        .isEqualTo(theirs);
    assertThat(codec.toJson(ours).has("role")).isFalse();
  }

  private static Stream<ChatMessage> ofLangChain4j() {
    ToolExecutionRequest withoutId =
        ToolExecutionRequest.builder().name("t").arguments(null).build();
    Image picture = Image.builder().url(PAGE).base64Data("AAEC").mimeType("image/png").build();
    return Stream.of(
        UserMessage.from(""),
        UserMessage.from("Ann", TextContent.from("")),
        UserMessage.builder()
            .contents(List.of(TextContent.from("a")))
            .attributes(Map.of("name", "Ann"))
            .build(),
        UserMessage.from(ImageContent.from(picture)),
        UserMessage.from(ImageContent.from(Image.builder().build())),
        UserMessage.from(
            AudioContent.from(
                Audio.builder().binaryData(new byte[] {0, 1}).mimeType("audio/wav").build())),
        AiMessage.builder().build(),
        AiMessage.from(withoutId, withoutId),
        AiMessage.builder().thinking("").text("So").build(),
        AiMessage.builder().text("So").attributes(Map.of("thinking_signature", "")).build(),
        AiMessage.builder().text("So").attributes(Map.of("thinking_signature", "s")).build(),
        ToolExecutionResultMessage.builder().id("c").toolName("t").text("").build(),
        ToolExecutionResultMessage.builder().text("yes").build(),
        ToolExecutionResultMessage.builder().id("").toolName("").text("yes").build());
  }

  @ParameterizedTest
  @MethodSource("ofLangChain4j")
  void shouldReturnAMessageOfLangChain4j(ChatMessage message) {
    List<Message> ours = Messages.fromLangChain4j(List.of(message));

    assertThat(Messages.toLangChain4j(ours)).containsExactly(message);
  }

  @Test
  void shouldKeepTheWordsAnImageWasMadeWithInEveryForm() {
    Image picture =
        Image.builder().url(PAGE).mimeType("image/png").revisedPrompt("a red cat").build();
    List<ChatMessage> chat =
        List.of(
            UserMessage.from(ImageContent.from(picture)),
            AiMessage.builder()
                .text("Look")
                .attributes(Map.of(AiMessage.GENERATED_IMAGES_KEY, List.of(picture)))
                .build());

    List<Message> ours = Messages.read(Messages.toLangGraph(Messages.fromLangChain4j(chat)));

    assertThat(Messages.toLangChain4j(ours)).isEqualTo(chat);
    assertThat(ours.get(0).content())
        .containsExactly(
            new Media(Kind.IMAGE, PAGE, "image/png", "", "low")
                .withExtras(Map.of("revised_prompt", "a red cat")));
  }

  @Test
  void shouldKnowWhatElseBlocksSay() throws IOException {
    Message answer =
        read(
            json(
                "{'type': 'ai', 'content': [{'type': 'reasoning', 'reasoning': 'Hm.', 'index': 0,"
                    + " 'extras': {'signature': 's', 'x': 1}}, {'type': 'image', 'url': 'http://a',"
                    + " 'extras': {'detail': 'low', 'x': 1}, 'id': 'b'},"
                    + " {'type': 'server_tool_use', 'input': {'q': 'a'}}]}"));

    assertThat(answer.content())
        .containsExactly(
            new Reasoning("Hm.", "s", Map.of("index", 0, "extras", Map.of("x", 1))),
            Part.image("http://a")
                .withDetail("low")
                .withExtras(Map.of("id", "b", "extras", Map.of("x", 1))),
            new NonStandard(Map.of("type", "server_tool_use", "input", Map.of("q", "a"))));
    Message same = answer.withContent(answer.content());
    assertThat(Messages.toLangGraph(List.of(same)))
        .contains("\"x\":1", "\"index\":0", "\"id\":\"b\"");
    assertThat(Messages.read(Messages.toLangGraph(List.of(same)))).containsExactly(answer);
    assertThat(Messages.fromLangChain4j(Messages.toLangChain4j(List.of(same))))
        .containsExactly(answer);
  }

  @Test
  void shouldSendNoModelWhatOnlyLangGraphSays() throws IOException {
    Message answer =
        read(
            json(
                "{'type': 'AIMessageChunk', 'example': true, 'content': [{'type': 'text', 'text':"
                    + " 'So', 'index': 0}, {'type': 'server_tool_use', 'id': 'd'}]}"));

    assertThat(Messages.toOpenAi(List.of(answer)))
        .isEqualTo("[{\"role\":\"assistant\",\"content\":\"So\"}]");
  }

  @Test
  void shouldForgetTheReceivedBlocksAndCallsWhenTheyAreChanged() throws IOException {
    Message.Assistant answer =
        (Message.Assistant)
            read(
                json(
                    "{'type': 'ai', 'content': [{'type': 'tool_use', 'id': 'c', 'name': 't',"
                        + " 'input': {}}], 'function_call': {'name': 't', 'arguments': '{}'}}"));
    List<ToolCall> others = List.of(new ToolCall("d", "u", "{}"));

    assertThat(Messages.toLangGraph(List.of(answer.withToolCalls(others))))
        .isEqualTo(Messages.toLangGraph(List.of(Message.assistant("", others.get(0)))));
    assertThat(Messages.toLangGraph(List.of(answer.withContent(Part.of("So")))))
        .doesNotContain("tool_use", "function_call")
        .contains("\"tool_calls\"");
  }

  @Test
  void shouldAddWhatIsLearntLaterToWhatWasReceived() throws IOException {
    JsonNode theirs =
        json("{'type': 'human', 'content': ['a', 'b'], 'name': null, 'response_metadata': {}}");

    Message ours = read(theirs).withMetadata("name", "Ann").withMetadata("x", 1);

    assertThat(codec.toJson(ours))
        .isEqualTo(
            json(
                "{'type': 'human', 'content': ['a', 'b'], 'name': 'Ann',"
                    + " 'response_metadata': {'x': 1}}"));
  }

  @Test
  void shouldNotWriteAnIdThatHasChangedWhereTheFormHasNone() throws IOException {
    Message ours = read(json("{'role': 'user', 'content': 'Hi', 'id': 'a', 'x': 1}"));
    Message without = read(json("{'role': 'user', 'content': 'Hi', 'x': 1}"));

    assertThat(Messages.toOpenAi(List.of(ours.withId("b"), without.withId("b"))))
        .isEqualTo(
            json("[{'role': 'user', 'content': 'Hi'},"
                    + " {'role': 'user', 'content': 'Hi', 'x': 1}]")
                .toString());
  }

  @Test
  void shouldSayWhatIsEscapedInArgumentsInOtherWords() {
    Rewording hidden = new Rewording(text -> text.replace("Ann", "*"));
    ToolCall call = new ToolCall("1", "mail", "{\"to\":\"\\u0041nn\",\"copies\":1}");
    ToolCall other = new ToolCall("2", "mail", "{\"to\": \"Bob\"}");

    assertThat(hidden.of(call).arguments()).isEqualTo("{\"to\":\"*\",\"copies\":1}");
    assertThat(hidden.of(other)).isSameAs(other);
  }

  @Test
  void shouldForgetWhatWasReceivedWhenItIsSaidInOtherWords() throws IOException {
    Rewording hidden = new Rewording(text -> text.replace("Ann", "*"));
    Message ours =
        read(
            json(
                "{'type': 'AIMessageChunk', 'x': 'Ann', 'content': [{'type': 'text',"
                    + " 'text': 'So', 'by': 'Ann'}, {'type': 'text', 'text': 'so', 'index': 0},"
                    + " {'type': 'reasoning', 'reasoning': 'Hm.', 'summary': 'Ann'},"
                    + " {'type': 'image', 'url': 'http://a', 'alt': 'Ann'},"
                    + " {'type': 'server_tool_use', 'input': {'q': ['Ann']}}]}"));

    Message said = hidden.of(ours);

    assertThat(said.content())
        .containsExactly(
            new Text("So"),
            new Text("so", Map.of("index", 0)),
            new Reasoning("Hm.", ""),
            Part.image("http://a"),
            new NonStandard(Map.of("type", "server_tool_use", "input", Map.of("q", List.of("*")))));
    assertThat(Messages.toLangGraph(List.of(said))).doesNotContain("Ann");
  }

  @Test
  void shouldReadADocumentOfWordsAsWords() throws IOException {
    Message ours =
        read(
            json(
                "{'type': 'human', 'content': [{'type': 'document', 'source': {'type': 'text',"
                    + " 'media_type': 'text/plain', 'data': 'a'}}, {'type': 'file',"
                    + " 'source_type': 'text', 'text': 'b'},"
                    + " {'type': 'file', 'source_type': 'id', 'id': 'file-1'}]}"));

    assertThat(ours)
        .isEqualTo(Message.user(new Text("a"), new Text("b"), Part.file("file-id:file-1", "", "")));
  }

  @Test
  void shouldCallMp3AsOpenAiDoes() {
    Message sound = Message.user(Media.of(Kind.AUDIO, "audio/mpeg", "AAEC", ""));

    assertThat(Messages.toOpenAi(List.of(sound))).contains("\"format\":\"mp3\"");
  }

  @Test
  void shouldBeSharedByNodesThatReadAChat() throws IOException {
    ListChannel<Message> chat = Messages.channel("chat");
    StateSchema schema = StateSchema.of(List.of(chat), StateSchema.Openness.DECLARED_ONLY);
    Message given =
        read(
            json(
                "{'type': 'ai', 'content': '', 'tool_calls': [{'id': 'c', 'name': 't', 'args':"
                    + " {'a': 1}}], 'usage_metadata': {'input_tokens': 1, 'output_tokens': 2}}"));
    List<Message> messages = List.of(given, Message.user("Hi"));
    State state = State.of(Map.of("chat", requireNonNull(codec.checked(messages, chat))));

    assertThat(codec.readable(state, schema)).isSameAs(state);
  }

  @Test
  void shouldNotChangeWithTheJsonThatItIsWrittenAs() throws IOException {
    JsonNode received = json("{'type': 'human', 'content': 'Hi', 'example': true, 'x': {'y': 1}}");
    Message message = read(received);

    ((ObjectNode) codec.toJson(message).get("x")).put("y", 2);

    assertThat(codec.toJson(message)).isEqualTo(received);
  }

  private static JsonNode json(String text) throws IOException {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static Message read(JsonNode message) {
    return Messages.read("[" + message + "]").get(0);
  }
}
