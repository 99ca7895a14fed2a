package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.PersistentList;
import io.evergraph.state.Removed;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages on the wire and in the state. */
class MessageTest {
  private final StateCodec codec = StateCodec.create();

  private Message read(String json) {
    try {
      return codec.fromJson(codec.mapper().readTree(json), Message.class, "the test");
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldWriteTheFlatFormThatClientsExpect() {
    ToolCall call = new ToolCall("c1", "search", "{\"from\":\"JFK\"}");

    assertThat(codec.toJson(new Message.User("1", "Hi")))
        .hasToString("{\"type\":\"human\",\"id\":\"1\",\"content\":\"Hi\"}");
    assertThat(codec.toJson(new Message.Instruction("2", "Be kind")))
        .hasToString("{\"type\":\"system\",\"id\":\"2\",\"content\":\"Be kind\"}");
    assertThat(codec.toJson(new Message.Assistant("3", "", List.of(call))))
        .hasToString(
            "{\"type\":\"ai\",\"id\":\"3\",\"content\":\"\",\"tool_calls\":[{\"type\":\"tool_call\","
                + "\"id\":\"c1\",\"name\":\"search\",\"args\":{\"from\":\"JFK\"}}]}");
    assertThat(codec.toJson(new Message.Tool("4", "c1", "search", "none", Outcome.SUCCESS)))
        .hasToString(
            "{\"type\":\"tool\",\"id\":\"4\",\"content\":\"none\",\"tool_call_id\":\"c1\","
                + "\"name\":\"search\",\"status\":\"success\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "",
        "{\"a\": 1}",
        "{\"a\":1.10,\"b\":1e3}",
        "{\"a\":\"\\u00e9é\"}",
        "{\"a\":12345678901234567890.123456789012345678901234567890}",
        "{\"a\":1,\"a\":2}",
        "[1]",
        "{broken",
        "null"
      })
  void shouldKeepEveryByteOfTheArguments(String arguments) {
    Message message = Message.assistant("", new ToolCall("c", "tool", arguments)).withId("1");

    JsonNode json = codec.toJson(message);

    assertThat(read(json.toString())).isEqualTo(message);
    assertThat(json.at("/tool_calls/0/args").isObject()).isTrue();
  }

  @Test
  void shouldTakeTheParsedArgumentsWhenSomebodyChangedThem() {
    Message message =
        read(
            """
            {"type": "ai", "content": "", "tool_calls": [
              {"id": "c", "name": "t", "args": {"a": 2}, "arguments": "{\\"a\\": 1}"},
              {"id": "d", "name": "t", "args": {"a": 1}, "arguments": "{\\"a\\": 1}"},
              {"id": "e", "name": "t", "args": {"a": 1}}]}
            """);

    assertThat(((Message.Assistant) message).toolCalls())
        .extracting(ToolCall::arguments)
        .containsExactly("{\"a\":2}", "{\"a\": 1}", "{\"a\":1}");
  }

  @Test
  void shouldReadTheFormsThatClientsSend() {
    assertThat(read("\"Hi\"")).isEqualTo(Message.user("Hi"));
    assertThat(read("{\"role\": \"user\", \"content\": \"Hi\"}")).isEqualTo(Message.user("Hi"));
    assertThat(read("{\"type\": \"human\", \"id\": null, \"content\": \"Hi\", \"x\": {}}"))
        .isEqualTo(Message.user("Hi"));
    assertThat(
            read(
                """
                {"type": "human", "content": [{"type": "text", "text": "a"}, "b"]}
                """))
        .isEqualTo(Message.user(new Part.Text("a"), new Part.Text("b")));
    assertThat(read("{\"role\": \"developer\", \"content\": \"Be kind\"}"))
        .isEqualTo(
            Message.instruction("Be kind")
                .withMetadata("additional_kwargs", Map.of("__openai_role__", "developer")));
    assertThat(
            read(
                """
                {"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function",
                 "function": {"name": "t", "arguments": "{ }"}}]}
                """))
        .isEqualTo(Message.assistant("", new ToolCall("c", "t", "{ }")));
    assertThat(read("{\"role\": \"tool\", \"tool_call_id\": \"c\", \"content\": \"\"}"))
        .isEqualTo(new Message.Tool("", "c", "", "", Outcome.SUCCESS));
    assertThat(read("{\"type\": \"tool\", \"tool_call_id\": \"c\", \"status\": \"error\"}"))
        .isEqualTo(new Message.Tool("", "c", "", "", Outcome.ERROR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\": \"Hi\"}",
        "{\"type\": \"robot\", \"content\": \"Hi\"}",
        "7",
        "{\"type\": \"human\", \"content\": [{\"type\": \"image_url\"}]}",
        "{\"type\": \"human\", \"content\": {}}",
        "{\"type\": \"ai\", \"tool_calls\": [{\"id\": \"c\"}]}"
      })
  void shouldSayWhatItExpectsWhenAMessageIsSomethingElse(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"\"]", "[1,null]", "[\"a\"]", "[{}]"})
  void shouldTellTheModelWhatElementsOfAListDoNotFit(String list) {
    ToolCall call = new ToolCall("c1", "add", "{\"numbers\":" + list + "}");

    assertThatThrownBy(() -> call.list("numbers", Integer.class))
        .isInstanceOf(ToolCallException.class)
        .hasMessageContaining("a list")
        .hasMessageContaining("'numbers' of add");
  }

  @Test
  void shouldBeAChannelOfMessagesThatCanBeReplacedAndRemoved() {
    StateSchema schema =
        StateSchema.of(List.of(Messages.channel("messages")), StateSchema.Openness.DECLARED_ONLY);

    StateUpdate update =
        codec.update(
            Map.of(
                "messages",
                List.of(
                    Map.of("role", "user", "content", "Hi", "id", "1"),
                    Map.of("type", "remove", "id", "0"))),
            schema,
            "the test");

    assertThat(update.writes().get(0).value())
        .isEqualTo(PersistentList.copyOf(List.of(new Message.User("1", "Hi"), new Removed("0"))));
  }

  @Test
  void shouldTakeTextsAndContentInPartsWhenCallersWriteThem() {
    StateSchema schema =
        StateSchema.of(List.of(Messages.channel("chat")), StateSchema.Openness.DECLARED_ONLY);
    Object parts =
        List.of(Map.of("type", "text", "text", "in "), Map.of("type", "text", "text", "parts"));
    Map<String, Object> input =
        Map.of("chat", List.of("plain", Map.of("role", "user", "content", parts)));

    StateUpdate update = codec.update(input, schema, "the input");

    assertThat(update.writes().get(0).value())
        .isEqualTo(
            List.of(
                Message.user("plain"), Message.user(new Part.Text("in "), new Part.Text("parts"))));
  }

  @Test
  void shouldNotLetReadersChangeWhatIsInsideAMessage() {
    String nested = "{'x': {'y': [{'z': 1}]}}";
    String json =
        "{'type': 'ai', 'content': [{'type': 'text', 'text': 'a', 'extras': %1$s},"
            + " {'type': 'search', 'found': %1$s}], 'response_metadata': %1$s,"
            + " 'usage_metadata': {'input_tokens': 1, 'output_tokens': 1, 'details': %1$s}}";

    Message.Assistant read = (Message.Assistant) read(json.formatted(nested).replace('\'', '"'));

    assertUnchangeable(read.metadata(), 4);
    assertUnchangeable(read.usage().orElseThrow().details(), 5);
    assertUnchangeable(((Part.Text) read.content().get(0)).extras(), 5);
    assertUnchangeable(((Part.NonStandard) read.content().get(1)).block(), 5);
  }

  private static void assertUnchangeable(Object value, int depth) {
    Collection<?> inside = value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value;
    assertThatThrownBy(inside::clear).isInstanceOf(UnsupportedOperationException.class);
    Object last = List.copyOf(inside).get(inside.size() - 1);
    if (depth > 1) {
      assertUnchangeable(last, depth - 1);
    } else {
      assertThat(last).isEqualTo(1);
    }
  }
}
