package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ImageContent.DetailLevel;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.codec.StateCodec;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of each form with any of its fields, also null and empty ones, there and back. */
class GeneratedMessagesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PAGE = "https://example.org/a";
  private static final List<String> OBJECTS = List.of("null", "{}", "{'x': {'y': [1.5, null]}}");

  /** What a message of LangGraph may have, and what may stand there. */
  private static final Map<String, List<String>> OF_LANGGRAPH =
      Map.ofEntries(
          Map.entry("id", List.of("null", "'1'")),
          Map.entry("name", List.of("null", "''", "'Ann'")),
          Map.entry("additional_kwargs", OBJECTS),
          Map.entry("response_metadata", OBJECTS),
          Map.entry("artifact", OBJECTS),
          Map.entry("x", OBJECTS),
          Map.entry("example", List.of("true", "false")),
          Map.entry("status", List.of("'success'", "'error'")),
          Map.entry("tool_call_id", List.of("'c'", "''")),
          Map.entry("invalid_tool_calls", List.of("[]", "[{'id': 'c', 'args': '{'}]")),
          Map.entry("usage_metadata", List.of("null", "{'input_tokens': 1, 'output_tokens': 2}")),
          Map.entry("tool_calls", List.of("null", "[]", "[{'name': 't', 'args': {'a': 1.5}}]")));

  private static final Map<String, List<String>> OF_OPENAI =
      Map.ofEntries(
          Map.entry("name", List.of("null", "''", "'Ann'")),
          Map.entry("refusal", List.of("null", "''", "'No.'")),
          Map.entry("annotations", List.of("null", "[]", "[{'type': 'url_citation'}]")),
          Map.entry("audio", List.of("null", "{'id': 'a'}")),
          Map.entry("x", OBJECTS),
          Map.entry("reasoning_content", List.of("null", "''", "'Hm.'")),
          Map.entry("tool_call_id", List.of("'c'", "''")),
          Map.entry("function_call", List.of("null", "{'name': 't', 'arguments': '{}'}")),
          Map.entry(
              "tool_calls",
              List.of("null", "[]", "[{'id': 'c', 'function': {'name': 't', 'arguments': ''}}]")));

  private static final List<String> TYPES =
      List.of("human", "ai", "system", "tool", "function", "AIMessageChunk", "HumanMessageChunk");
  private static final List<String> ROLES =
      List.of("user", "assistant", "system", "developer", "tool", "function");
  private static final List<String> PARTS =
      List.of(
          "{'type': 'text', 'text': ''}",
          "{'type': 'text', 'text': 'a', 'cache_control': null}",
          "{'type': 'image_url', 'image_url': {'url': 'http://a/b', 'x': 1}}",
          "{'type': 'image_url', 'image_url': {'url': 'http://a/b', 'detail': 'low'}, 'x': {}}",
          "{'type': 'input_audio', 'input_audio': {'data': 'AAEC', 'format': 'mp3'}}",
          "{'type': 'file', 'file': {'file_id': 'file-1', 'filename': null}}",
          "{'type': 'refusal', 'refusal': 'No.'}");
  private static final List<String> BLOCKS =
      List.of(
          "'a'",
          "{'type': 'thinking', 'thinking': 'Hm.', 'signature': 's', 'index': 0}",
          "{'type': 'reasoning', 'reasoning': 'Hm.', 'extras': {}}",
          "{'type': 'image', 'url': 'http://a/b', 'index': 0, 'extras': {'detail': 'low', 'x': 1}}",
          "{'type': 'image', 'source_type': 'base64', 'mime_type': 'image/png', 'data': 'AAEC'}",
          "{'type': 'document', 'title': 'A', 'source': {'type': 'url', 'url': 'http://a/b'}}",
          "{'type': 'tool_use', 'id': 'c', 'name': 't', 'input': {'a': 1.5}}");

  private final StateCodec codec = StateCodec.create();

  private static Stream<Random> random() {
    return IntStream.range(0, 300).mapToObj(GeneratedMessagesTest::seeded);
  }

  private static Random seeded(int seed) {
    return new Random(seed);
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldReturnAChatOfLangGraph(Random random) throws IOException {
    List<String> blocks = Stream.of(PARTS, BLOCKS).flatMap(List::stream).toList();
    ArrayNode theirs = chat(random, "type", TYPES, OF_LANGGRAPH, blocks);

    List<Message> ours = Messages.read(theirs.toString());

    assertThat(JSON.readTree(Messages.toLangGraph(ours))).isEqualTo(theirs);
    for (int i = 0; i < ours.size(); i++) {
      JsonNode state = codec.toJson(ours.get(i).withId("new"));
      assertThat(JSON.readTree(state.toString()))
          .isEqualTo(((ObjectNode) theirs.get(i).deepCopy()).put("id", "new"));
      Message kept = codec.fromJson(state, Message.class, "the test");
      assertThat(codec.toJson(kept)).isEqualTo(state);
    }
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldReturnAChatOfOpenAi(Random random) throws IOException {
    ArrayNode theirs = chat(random, "role", ROLES, OF_OPENAI, PARTS);

    List<Message> ours = Messages.read(theirs.toString());

    assertThat(JSON.readTree(Messages.toOpenAi(ours))).isEqualTo(theirs);
    assertThat(Messages.read(Messages.toLangGraph(ours))).isEqualTo(ours);
  }

  private static ArrayNode chat(
      Random random,
      String kind,
      List<String> kinds,
      Map<String, List<String>> fields,
      List<String> blocks)
      throws IOException {
    ArrayNode chat = JSON.createArrayNode();
    for (int i = 0; i < 5; i++) {
      ObjectNode message = chat.addObject().put(kind, any(random, kinds));
      for (Map.Entry<String, List<String>> field : fields.entrySet()) {
        if (random.nextBoolean()) {
          message.set(field.getKey(), json(any(random, field.getValue())));
        }
      }
      if (random.nextInt(4) > 0) {
        message.set("content", content(random, blocks));
      }
    }
    return chat;
  }

  private static JsonNode content(Random random, List<String> blocks) throws IOException {
    if (random.nextBoolean()) {
      return json(any(random, List.of("null", "''", "'Hi'")));
    }
    ArrayNode content = JSON.createArrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      content.add(json(any(random, blocks)));
    }
    return content;
  }

  private static JsonNode json(String text) throws IOException {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldReturnAChatOfLangChain4j(Random random) {
    List<ChatMessage> theirs = Stream.generate(() -> message(random)).limit(5).toList();

    List<Message> ours = Messages.fromLangChain4j(theirs);

    assertThat(Messages.toLangChain4j(ours)).isEqualTo(theirs);
    assertThat(Messages.read(Messages.toLangGraph(ours))).isEqualTo(ours);
  }

  private static ChatMessage message(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> SystemMessage.from("Be kind.");
      case 1 ->
          UserMessage.builder()
              .name(random.nextBoolean() ? null : "Ann")
              .contents(contents(random))
              .attributes(attributes(random))
              .build();
      case 2 -> answer(random);
      default ->
          ToolExecutionResultMessage.builder()
              .id(text(random, "c"))
              .toolName(text(random, "t"))
              .contents(contents(random))
              .isError(random.nextBoolean() ? null : (Boolean) random.nextBoolean())
              .attributes(attributes(random))
              .build();
    };
  }

  private static AiMessage answer(Random random) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .id(text(random, "c"))
            .name("t")
            .arguments(text(random, "{ }"))
            .build();
    Map<String, Object> attributes = attributes(random);
    if (random.nextBoolean()) {
      attributes.put(AiMessage.GENERATED_IMAGES_KEY, List.of(image(random)));
    }
    return AiMessage.builder()
        .text(text(random, "So"))
        .thinking(text(random, "Hm."))
        .toolExecutionRequests(random.nextBoolean() ? List.of() : List.of(request, request))
        .attributes(attributes)
        .build();
  }

  private static Map<String, Object> attributes(Random random) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (String name : List.of("name", "thinking_signature", "is_error", "x")) {
      if (random.nextInt(3) == 0) {
        attributes.put(name, any(random, List.of("", "y", 7, false, List.of("z"))));
      }
    }
    return attributes;
  }

  private static List<Content> contents(Random random) {
    List<Content> contents = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      contents.add(
          any(
              random,
              List.of(
                  TextContent.from(any(random, List.of("", "a"))),
                  ImageContent.from(image(random), any(random, List.of(DetailLevel.values()))),
                  AudioContent.from(Audio.builder().binaryData(new byte[] {0, 1}).build()),
                  AudioContent.from("AAEC", "audio/wav"),
                  VideoContent.from(PAGE),
                  PdfFileContent.from("AAEC", "text/plain"))));
    }
    return contents;
  }

  private static Image image(Random random) {
    boolean isHere = random.nextBoolean();
    return Image.builder()
        .url(isHere ? null : URI.create(PAGE))
        .base64Data(isHere ? "AAEC" : text(random, "AAEC"))
        .mimeType(text(random, "image/png"))
        .revisedPrompt(text(random, "a cat"))
        .build();
  }

  private static @Nullable String text(Random random, String words) {
    int kind = random.nextInt(3);
    return kind == 0 ? null : kind == 1 ? "" : words;
  }
}
