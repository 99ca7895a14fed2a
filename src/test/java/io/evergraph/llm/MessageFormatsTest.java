package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chats in the forms of LangGraph, OpenAI and LangChain4j, there and back. */
class MessageFormatsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path RECORDED = Path.of("src/test/resources/airline/conversations.jsonl");

  /** The messages of all recorded conversations, as OpenAI has them. */
  private static List<ArrayNode> recorded() throws IOException {
    List<ArrayNode> conversations = new ArrayList<>();
    for (String line : Files.readAllLines(RECORDED)) {
      JsonNode messages = JSON.readTree(line).findValue("messages");
      if (messages instanceof ArrayNode array) {
        conversations.add(array);
      }
    }
    return conversations;
  }

  @Test
  void shouldKeepEveryRecordedConversation() throws IOException {
    for (ArrayNode conversation : recorded()) {
      List<Message> chat = Messages.read(conversation.toString());

      assertThat(Messages.read(Messages.toOpenAi(chat))).isEqualTo(chat);
      assertThat(Messages.read(Messages.toLangGraph(chat))).isEqualTo(chat);
      assertThat(Messages.fromLangChain4j(Messages.toLangChain4j(chat))).isEqualTo(chat);
      assertThat(JSON.readTree(Messages.toOpenAi(chat))).isEqualTo(conversation);
    }
    assertThat(recorded()).hasSize(140);
  }

  @Test
  void shouldKeepWhoSpeaks() throws IOException {
    String ann = "[{\"role\":\"user\",\"name\":\"Ann\",\"content\":\"Hi\"}]";
    List<Message> chat = Messages.read(ann);

    assertThat(JSON.readTree(Messages.toOpenAi(chat))).isEqualTo(JSON.readTree(ann));
    assertThat(Messages.read(Messages.toLangGraph(chat))).isEqualTo(chat);
    assertThat(Messages.fromLangChain4j(Messages.toLangChain4j(chat))).isEqualTo(chat);
  }

  private static Random seeded(int seed) {
    return new Random(seed);
  }

  private static IntStream seeds() {
    return IntStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldKeepEverythingInTheFormOfLangGraphAndInTheState(int seed) throws IOException {
    List<Message> chat = chat(seeded(seed), true);

    assertThat(Messages.read(Messages.toLangGraph(chat))).isEqualTo(chat);
    StateCodec codec = StateCodec.create();
    for (Message message : chat) {
      assertThat((Message) codec.fromJson(codec.toJson(message), Message.class, "the test"))
          .isEqualTo(message);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldKeepWhatProvidersAreSentInTheFormsOfOpenAiAndLangChain4j(int seed) {
    List<Message> chat = chat(seeded(seed), false);

    List<Message> openAi = Messages.read(Messages.toOpenAi(chat));
    List<Message> langChain4j = Messages.fromLangChain4j(Messages.toLangChain4j(chat));

    assertThat(Messages.toOpenAi(openAi)).isEqualTo(Messages.toOpenAi(chat));
    assertThat(langChain4j).isEqualTo(chat);
    assertThat(Messages.toLangChain4j(langChain4j)).isEqualTo(Messages.toLangChain4j(chat));
  }

  /** An instruction has its words alone there. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldKeepEverythingInTheFormOfLangChain4j(int seed) {
    List<Message> chat =
        chat(seeded(seed), true).stream()
            .filter(message -> !(message instanceof Message.Instruction))
            .toList();

    assertThat(Messages.fromLangChain4j(Messages.toLangChain4j(chat))).isEqualTo(chat);
  }

  private static List<Message> chat(Random random, boolean everything) {
    List<Message> chat = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Message message = message(random, everything);
      chat.add(everything ? message.withId("m" + i) : message);
    }
    return chat;
  }

  private static Message message(Random random, boolean everything) {
    Map<String, Object> known =
        random.nextBoolean() ? Map.of() : Map.of("a", 1, "b", List.of("c", true), "name", "Ann");
    return switch (random.nextInt(4)) {
      case 0 -> new Message.User("", parts(random, everything), known);
      case 1 -> Message.instruction(word(random));
      case 2 -> assistant(random, everything);
      default ->
          new Message.Tool(
              "",
              "c" + random.nextInt(3),
              "tool",
              parts(random, everything),
              random.nextBoolean() ? Outcome.SUCCESS : Outcome.ERROR,
              Map.of());
    };
  }

  private static Message assistant(Random random, boolean everything) {
    List<Part> content = new ArrayList<>();
    if (random.nextBoolean()) {
      content.add(new Reasoning(word(random), random.nextBoolean() ? "" : "sign"));
    }
    content.add(new Text(word(random)));
    Optional<Usage> usage =
        everything
            ? Optional.of(new Usage(3, 4, 7, Map.of("input_token_details", Map.of("cached", 2))))
            : Optional.empty();
    return new Message.Assistant(
        "",
        content,
        List.of(new ToolCall("c" + random.nextInt(3), "tool", "{ \"a\" : 1}")),
        usage,
        Map.of("model_name", "m"));
  }

  private static List<Part> parts(Random random, boolean everything) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Text(word(random)));
    for (int i = random.nextInt(3); i > 0; i--) {
      parts.add(media(random, everything));
    }
    return parts;
  }

  private static Media media(Random random, boolean everything) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    String name = everything && random.nextBoolean() ? "paper" : "";
    String type = kind == Kind.FILE ? "application/pdf" : "audio/wav";
    Media media =
        random.nextBoolean()
            ? new Media(kind, "https://example.org/" + random.nextInt(), type, name)
            : Media.of(kind, type, "AAEC", name);
    return media.withDetail(List.of("", "low", "high", "auto", "original").get(random.nextInt(5)));
  }

  private static String word(Random random) {
    return List.of("Hi", "東京 🗼", "a\nb", "{\"a\":1}").get(random.nextInt(4));
  }

  @Test
  void shouldKeepMessagesOfLangChain4j() {
    List<ChatMessage> chat =
        List.of(
            SystemMessage.from("Be kind."),
            UserMessage.from("Ann", "Hi"),
            UserMessage.from(
                TextContent.from("See"),
                ImageContent.from("https://example.org/a.png"),
                ImageContent.from("AAEC", "image/png"),
                AudioContent.from("AAEC", "audio/wav"),
                VideoContent.from("https://example.org/a.mp4"),
                PdfFileContent.from("https://example.org/a.pdf")),
            AiMessage.from(ScriptedChat.call("c", "t", "{ }")),
            AiMessage.builder()
                .text("So.")
                .thinking("Hm.")
                .attributes(Map.of("thinking_signature", "s", "x", "y"))
                .build(),
            ToolExecutionResultMessage.builder()
                .id("c")
                .toolName("t")
                .text("no")
                .isError(true)
                .build());

    assertThat(Messages.toLangChain4j(Messages.fromLangChain4j(chat))).isEqualTo(chat);
  }

  @Test
  void shouldReadTheBlocksOfOtherFormats() {
    String blocks =
        """
        [{"type": "thinking", "thinking": "Hm.", "signature": "s"},
         {"type": "image_url", "image_url": "https://example.org/a.png"},
         {"type": "image", "source_type": "base64", "mime_type": "image/png", "data": "AAEC"},
         {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAEC"}},
         {"type": "document", "source": {"type": "url", "url": "https://example.org/a.pdf"}},
         {"type": "input_audio", "input_audio": {"data": "AAEC", "format": "wav"}},
         {"type": "file", "file": {"file_data": "data:application/pdf;base64,AAEC", "filename": "a"}},
         {"type": "tool_use", "id": "c", "name": "t", "input": {}}]
        """;

    Message message =
        Messages.read("[{\"role\": \"assistant\", \"content\": " + blocks + "}]").get(0);

    assertThat(message.content())
        .containsExactly(
            new Reasoning("Hm.", "s"),
            Part.image("https://example.org/a.png"),
            Media.of(Kind.IMAGE, "image/png", "AAEC", ""),
            Media.of(Kind.IMAGE, "image/png", "AAEC", ""),
            Part.file("https://example.org/a.pdf", "", ""),
            Media.of(Kind.AUDIO, "audio/wav", "AAEC", ""),
            Media.of(Kind.FILE, "application/pdf", "AAEC", "a"));
  }

  @Test
  void shouldKeepTheFieldsOfLangGraph() throws IOException {
    String chat =
        """
        [{"type": "ai", "id": "1", "content": [{"type": "text", "text": "a"},
           {"type": "image", "url": "https://example.org/a.png", "mime_type": "image/png"}],
          "usage_metadata": {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3,
            "output_token_details": {"reasoning": 1}},
          "name": "bot", "additional_kwargs": {"refusal": null},
          "response_metadata": {"model_name": "m", "finish_reason": "stop"}}]
        """;

    assertThat(JSON.readTree(Messages.toLangGraph(Messages.read(chat))))
        .isEqualTo(JSON.readTree(chat));
  }

  @Test
  void shouldSayWhichPartItCannotRead() {
    assertThatThrownBy(
            () -> Messages.read("[{\"type\": \"human\", \"content\": [{\"type\": \"hologram\"}]}]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a part of type \"hologram\"");
  }

  @Test
  void shouldRefuseAFileOfAProviderWithoutItsId() {
    assertThatThrownBy(() -> Part.image("https://example.org/my picture.png"))
        .hasMessageContaining("URI")
        .hasMessageContaining("my picture.png");
    assertThatThrownBy(() -> Part.image("file-id:"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Expected the id of a file after 'file-id:' but found none.");
  }
}
