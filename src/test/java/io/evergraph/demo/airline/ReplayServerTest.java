package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.ReplayJournal.ModelCall;
import io.evergraph.demo.airline.ReplayJournal.ToolCall;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayServerTest {

  private static final String ID = "parallel calls/1";
  private static final String QUESTION =
      "{\"role\":\"user\",\"content\":\"How late is it in Paris and in Tokyo? 🛫\"}";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final RecordedTools tools = new RecordedTools();
  private ReplayServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = ReplayServer.start(List.of(Recordings.parallel(), Recordings.named("airline-041-0")));
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void shouldAnswerWithTheRecordedCallsWhenAskedForACompletion() throws Exception {
    // when
    HttpResponse<String> response = chat("{\"model\":\"m\",\"messages\":[" + QUESTION + "]}");

    // then
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(JsonFields.MAPPER.readTree(response.body()))
        .isEqualTo(
            JsonFields.MAPPER.readTree(
                """
                {"id":"chatcmpl-parallel calls/1-1","object":"chat.completion","created":1715803200,"model":"m",
                 "choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant",
                   "content":"Let me see.","tool_calls":[
                     {"id":"same","type":"function","function":{"name":"clock","arguments":"{\\"city\\": \\"Paris\\"}"}},
                     {"id":"same","type":"function","function":{"name":"clock",
                      "arguments":"{\\"city\\":\\"T\\\\u014dkyō 東京 🗼\\"}"}}]}}],
                 "usage":{"prompt_tokens":10,"completion_tokens":8,"total_tokens":18}}
                """));
  }

  @Test
  void shouldSendNameFirstAndArgumentsInPiecesWhenStreaming() throws Exception {
    // when
    HttpResponse<String> response =
        chat(
            "{\"stream\":true,\"stream_options\":{\"include_usage\":true},\"messages\":["
                + QUESTION
                + "]}");

    // then
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    List<JsonNode> chunks = chunks(response.body());
    List<String> deltas =
        chunks.stream().map(chunk -> chunk.at("/choices/0/delta").toString()).toList();
    assertThat(deltas.subList(0, 7))
        .containsExactly(
            "{\"role\":\"assistant\",\"content\":\"\"}",
            "{\"content\":\"Let \"}",
            "{\"content\":\"me \"}",
            "{\"content\":\"see.\"}",
            "{\"tool_calls\":[{\"id\":\"same\",\"type\":\"function\",\"function\":{\"name\":\"clock\",\"arguments\":\"\"},"
                + "\"index\":0}]}",
            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"city\\\": \\\"Paris\\\"\"}}]}",
            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]}");
    assertThat(chunks.get(chunks.size() - 2).at("/choices/0/finish_reason").textValue())
        .isEqualTo("tool_calls");
    assertThat(chunks.get(chunks.size() - 1).at("/usage/total_tokens").intValue()).isEqualTo(18);
    assertThat(chunks)
        .extracting(chunk -> chunk.get("id").textValue())
        .containsOnly("chatcmpl-" + ID + "-1");
  }

  @Test
  void shouldLeaveUsageOutWhenTheStreamIsNotAskedForIt() throws Exception {
    // when
    HttpResponse<String> response = chat("{\"stream\":true,\"messages\":[" + QUESTION + "]}");

    // then
    assertThat(response.body()).doesNotContain("usage").endsWith("data: [DONE]\n\n");
  }

  @Test
  void shouldAnswerTheSameBytesWhenTheRequestIsRepeated() throws Exception {
    // when
    String first = chat("{\"messages\":[" + QUESTION + "]}").body();

    // then
    assertThat(chat("{\"messages\":[" + QUESTION + "]}").body()).isEqualTo(first);
    assertThat(server.journal().modelCalls(ID))
        .extracting(ModelCall::position)
        .containsExactly(1, 1);
  }

  @Test
  void shouldRecordEveryCallWithItsKeyWhenToolsAreCalled() throws Exception {
    // given
    URI url = server.conversationUrl(ID);
    String tokyo = "{\"city\":\"T\\u014dkyō 東京 🗼\"}";

    // when
    String paris = tools.call(url, 2, "clock", "{\"city\": \"Paris\"}", "key-1");
    String empty = tools.call(url, 3, "clock", tokyo, "key-2");
    String again = tools.call(url, 3, "clock", tokyo, "key-2");

    // then
    assertThat(List.of(paris, empty, again)).containsExactly("21:00", "", "");
    assertThat(server.journal().toolCalls(ID))
        .extracting(
            ToolCall::position, ToolCall::tool, ToolCall::arguments, ToolCall::idempotencyKey)
        .containsExactly(
            tuple(2, "clock", "{\"city\": \"Paris\"}", "key-1"),
            tuple(3, "clock", tokyo, "key-2"),
            tuple(3, "clock", tokyo, "key-2"));
    assertThat(server.journal().calls())
        .extracting(call -> call.origin().process())
        .containsOnly(ProcessHandle.current().pid());
    assertThat(server.journal().toolCalls("airline-041-0")).isEmpty();
  }

  @Test
  void shouldTellTheCallerTheDifferenceWhenAToolCallWasNotRecorded() {
    assertThatThrownBy(() -> tools.call(server.conversationUrl(ID), 2, "clock", "{}", "key"))
        .isInstanceOfSatisfying(
            ReplayRefusedException.class,
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.code()).isEqualTo("recording_mismatch");
              assertThat(e.field()).isEqualTo("arguments");
            })
        .hasMessageContaining("message 2, field arguments")
        .hasMessageContaining("found \"{}\"");
    assertThat(server.journal().toolCalls(ID)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v1/chat/completions | Hello | malformed_request | not JSON at column",
        "v1/chat/completions | [] | malformed_request | expected a JSON object, found an array",
        "v1/chat/completions | {} | malformed_request | messages: expected an array, found nothing",
        "v1/chat/completions | {'messages':[{'role':'user','content':7}]} | malformed_request | messages[0].content",
        "v1/chat/completions | {'messages':[],'stream':'yes'} | malformed_request | stream: expected true or false",
        "v1/chat/completions | {'messages':[],'model':1} | malformed_request | model: expected a string, found 1",
        "v1/chat/completions | {'messages':[]} | not_the_models_turn | says \"How late is it",
        "v1/chat/completions | {'messages':[{'role':'user','content':'x'}]} | recording_mismatch | message 0, field content",
        "tools/results | {'tool':'clock','arguments':'{}'} | malformed_request | position: expected a whole number",
        "tools/results | {'position':2.5} | malformed_request | position: expected a whole number, found 2.5",
        "tools/results | {'position':99999999999} | malformed_request | position: expected a whole number",
        "tools/results | {'position':2,'tool':'clock','arguments':{}} | malformed_request | arguments: expected a string",
        "tools/results | {'position':1,'tool':'clock','arguments':'{}'} | no_recorded_result | at position 1",
      })
  void shouldAnswer400WithAnOpenAiErrorWhenTheRequestCannotBeServed(
      String path, String body, String code, String message) throws Exception {
    // when
    HttpResponse<String> response =
        post(server.conversationUrl(ID) + "/" + path, body.replace('\'', '"'));

    // then
    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode error = JsonFields.MAPPER.readTree(response.body()).get("error");
    assertThat(error.get("code").textValue()).isEqualTo(code);
    assertThat(error.get("type").textValue()).isEqualTo("invalid_request_error");
    assertThat(error.get("message").textValue()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /, 404, unknown_path",
    "POST, /v1/chat/completions, 404, unknown_path",
    "POST, /conversations/airline-041-0, 404, unknown_path",
    "POST, /conversations/airline-041-0/v1/models, 404, unknown_path",
    "POST, /conversations/airline-999-9/v1/chat/completions, 404, unknown_conversation",
    "POST, /conversations/parallel%20calls/1/v1/chat/completions, 404, unknown_path",
    "GET, /conversations/airline-041-0/v1/chat/completions, 405, wrong_method",
    "DELETE, /conversations/airline-041-0/tools/results, 405, wrong_method",
  })
  void shouldSayWhatThereIsWhenPathOrMethodAreWrong(
      String method, String path, int status, String code) throws Exception {
    // given
    URI url = URI.create("http://127.0.0.1:" + server.port() + path);

    // when
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(url).method(method, BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());

    // then
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).contains("\"code\":\"" + code + "\"");
  }

  @Test
  void shouldRefuseABodyThatIsTooLarge() throws Exception {
    // when
    HttpResponse<String> response = chat("{\"messages\":\"" + "x".repeat(17 << 20) + "\"}");

    // then
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(response.body()).contains("body_too_large");
  }

  @Test
  void shouldAnswerEveryoneWhenManyAskAtOnce() throws Exception {
    // given
    List<Callable<String>> requests = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String key = "key-" + i;
      requests.add(
          () -> tools.call(server.conversationUrl(ID), 2, "clock", "{\"city\": \"Paris\"}", key));
    }
    ExecutorService threads = Executors.newFixedThreadPool(32);

    // when
    List<Future<String>> answers = threads.invokeAll(requests);
    threads.shutdown();

    // then
    for (Future<String> answer : answers) {
      assertThat(answer.get()).isEqualTo("21:00");
    }
    assertThat(server.journal().toolCalls(ID))
        .extracting(ToolCall::idempotencyKey)
        .doesNotHaveDuplicates()
        .hasSize(400);
  }

  @Test
  void shouldReplayEveryToolResultWhenAskedByPosition() throws Exception {
    try (ReplayServer all = ReplayServer.start(Recordings.all())) {
      for (Conversation conversation : Recordings.all()) {
        // given
        List<RecordedMessage> messages = conversation.messages();
        for (int position = 0; position < messages.size(); position++) {
          if (messages.get(position) instanceof Tool tool) {
            RecordedCall call =
                ((RecordedMessage.Assistant) messages.get(position - 1)).calls().get(0);

            // when
            String result =
                tools.call(
                    all.conversationUrl(conversation.id()),
                    position,
                    call.tool(),
                    call.arguments(),
                    "k" + position);

            // then
            assertThat(result).isEqualTo(tool.content());
          }
        }
      }
    }
  }

  @Test
  void shouldListenOnTheGivenPortAndFreeItWhenClosed() throws Exception {
    // given
    int port = server.port();
    server.close();
    server.close();
    assertThatThrownBy(() -> chat("{}")).isInstanceOf(ConnectException.class);

    // when
    server = ReplayServer.start(List.of(Recordings.parallel()), port);

    // then
    assertThat(server.port()).isEqualTo(port);
    assertThat(server.modelUrl(ID))
        .isEqualTo(
            URI.create("http://127.0.0.1:" + port + "/conversations/parallel%20calls%2F1/v1"));
    assertThat(chat("{\"messages\":[" + QUESTION + "]}").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldRefuseTwoConversationsWithTheSameId() {
    assertThatThrownBy(
            () -> ReplayServer.start(List.of(Recordings.parallel(), Recordings.parallel())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Two conversations have the id " + ID);
  }

  private HttpResponse<String> chat(String body) throws Exception {
    return post(server.modelUrl(ID) + "/chat/completions", body);
  }

  private HttpResponse<String> post(String url, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body)).build();
    return http.send(request, BodyHandlers.ofString(UTF_8));
  }

  private static List<JsonNode> chunks(String events) throws IOException {
    List<JsonNode> chunks = new ArrayList<>();
    for (String event : events.split("\n\n")) {
      assertThat(event).startsWith("data: ");
      if (!event.equals("data: [DONE]")) {
        chunks.add(JsonFields.MAPPER.readTree(event.substring("data: ".length())));
      }
    }
    assertThat(events).endsWith("data: [DONE]\n\n");
    return chunks;
  }
}
