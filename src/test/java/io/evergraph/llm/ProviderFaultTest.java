package io.evergraph.llm;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ProviderServer.Format;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.llm.message.Usage;
import io.evergraph.llm.model.ModelBusyException;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelRefusedException;
import io.evergraph.llm.model.ModelUnavailableException;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a request when its provider fails, in both wire formats, whole and streamed. */
@ParameterizedClass(name = "{0}, streamed: {1}")
@CsvSource({"OPENAI, false", "OPENAI, true", "ANTHROPIC, false", "ANTHROPIC, true"})
class ProviderFaultTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final NodePolicy QUICK =
      ModelNode.POLICY.withTimeout(Duration.ofSeconds(20)).toBuilder()
          .interval(Duration.ofMillis(1))
          .build();

  @Parameter(0)
  private Format format;

  @Parameter(1)
  private boolean streams;

  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private ProviderServer provider;

  @BeforeEach
  void start() throws IOException {
    provider = ProviderServer.start(format, streams);
  }

  @AfterEach
  void close() throws IOException {
    provider.close();
    runtime.close();
  }

  private RunResult ask() {
    return ask(Message.user("Hi"));
  }

  private RunResult ask(Message... chat) {
    Graph graph =
        Graph.builder("asking")
            .channels(CHAT)
            .node("llm", ModelNode.of(provider.model(), CHAT), QUICK)
            .edge(START, "llm")
            .build();
    return runtime.start(graph, ThreadId.random(), StateUpdate.of(CHAT, chat)).await();
  }

  private static TaskFailedException failure(RunResult result) {
    return (TaskFailedException) result.error().orElseThrow();
  }

  @Test
  void shouldTellWhoAnsweredAndWhatItTook() {
    provider.says("Hel", "lo");

    Message.Assistant answer = (Message.Assistant) ask().state().get(CHAT).get(1);

    assertThat(answer.text()).isEqualTo("Hello");
    assertThat(answer.metadata()).containsEntry(Message.MODEL, "big");
    assertThat(answer.usage()).contains(new Usage(3, 1).withDetails(details()));
  }

  private Map<String, Object> details() {
    return format == Format.OPENAI
        ? Map.of(
            "input_token_details", Map.of("cache_read", 2),
            "output_token_details", Map.of("reasoning", 1))
        : Map.of("input_token_details", Map.of("cache_read", 2, "cache_creation", 5));
  }

  /** OpenAI tells the tokens of a stream only where it is asked to, in a chunk of their own. */
  @Test
  void shouldAskForTheTokensOfAStream() throws IOException {
    provider.says("Hello");

    RunResult unused = ask();

    JsonNode sent = ToolCallForm.MAPPER.readTree(provider.bodies().get(0));
    assertThat(sent.at("/stream_options/include_usage").asBoolean())
        .isEqualTo(format == Format.OPENAI && streams);
  }

  /** Some providers refuse a chat with an answer that holds nothing, though they give some. */
  @Test
  void shouldNotSendBackAnAnswerWithoutAWord() throws IOException {
    provider.says("").says("I am here");
    List<Message> chat = new ArrayList<>(ask(Message.user("Bye")).state().get(CHAT));
    chat.add(Message.user("Are you there?"));

    RunResult second = ask(chat.toArray(Message[]::new));

    assertThat(second.status()).as("%s", second).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = ToolCallForm.MAPPER.readTree(provider.bodies().get(1)).get("messages");
    assertThat(sent).extracting(it -> it.get("role").asText()).containsOnly("user");
    assertThat(second.state().get(CHAT)).hasSize(4);
  }

  @Test
  void shouldWaitAsLongAsTheProviderWishes() {
    provider.refuses(429, "Retry-After: 0.4\r\n").says("Hello");
    long begin = System.nanoTime();

    RunResult result = ask();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400));
  }

  @Test
  void shouldSayThatTheProviderIsBusy() {
    provider.refuses(429, "Retry-After: 0\r\n");

    RunResult result = ask();

    assertThat(provider.requests()).isEqualTo(3);
    assertThat(failure(result).errorType()).isEqualTo(ModelBusyException.class.getName());
    assertThat(failure(result).reason()).isEqualTo("Not now");
  }

  @Test
  void shouldAskAgainWhenTheProviderFails() {
    provider.refuses(500, "").refuses(503, "").says("Hello");

    assertThat(ask().state().get(CHAT).get(1).text()).isEqualTo("Hello");
    assertThat(provider.requests()).isEqualTo(3);
  }

  @Test
  void shouldNotAskAgainWhenTheProviderRefuses() {
    provider.refuses(400, "");

    RunResult result = ask();

    assertThat(provider.requests()).isEqualTo(1);
    assertThat(failure(result).errorType()).isEqualTo(ModelRefusedException.class.getName());
  }

  @Test
  void shouldAskAgainWhenTheProviderFailsInTheMiddleOfItsAnswer() {
    provider.failsAfter("Hel", "lo").says("Hello again");

    assertThat(ask().state().get(CHAT).get(1).text()).isEqualTo("Hello again");
  }

  @Test
  void shouldSayThatItIsTheProviderThatFailsInTheMiddleOfItsAnswer() {
    provider.failsAfter("Hel", "lo");

    TaskFailedException failure = failure(ask());

    assertThat(failure.errorType()).isEqualTo(ModelUnavailableException.class.getName());
    assertThat(streams ? failure.reason() : "Not now").isEqualTo("Not now");
  }

  @Test
  void shouldRefuseAnAnswerThatTheProviderHasFiltered() {
    if (format == Format.OPENAI) { // Anthropic refuses in words
      provider.filters("Hel");

      RunResult result = ask();

      assertThat(provider.requests()).isEqualTo(1);
      assertThat(failure(result).errorType()).isEqualTo(ModelRefusedException.class.getName());
      assertThat(failure(result).reason()).contains("filtered");
    }
  }

  @Test
  void shouldAskAgainWhenTheAnswerIsCut() {
    provider.isCutAfter("Hel", "lo").says("Hello again");

    assertThat(ask().state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("Hi", "Hello again");
    assertThat(provider.requests()).isEqualTo(2);
  }

  @Test
  void shouldAskAgainWhenAReplyEndsBeforeTheAnswer() {
    provider.endsAfter("Hel", "lo").says("Hello again");

    assertThat(ask().state().get(CHAT).get(1).text()).isEqualTo("Hello again");
  }

  @Test
  void shouldAskAgainWhenTheAnswerIsNoJson() {
    provider.garbles().says("Hello");

    assertThat(ask().state().get(CHAT)).extracting(Message::text).containsExactly("Hi", "Hello");
    assertThat(provider.requests()).isEqualTo(2);
  }

  @Test
  void shouldSayThatItIsTheProviderWhoseAnswersAreNoJson() {
    provider.garbles();

    assertThat(failure(ask()).errorType()).isEqualTo(ModelUnavailableException.class.getName());
  }

  private RunResult show(String... details) {
    Part[] images =
        Stream.of(details).map(it -> Part.image("http://a/b").withDetail(it)).toArray(Part[]::new);
    return ask(Message.user(images).withId("1"));
  }

  /** Anthropic has no such word. */
  @Test
  void shouldSayHowCloselyToLookAndNothingThatIsOurs() throws IOException {
    provider.says("A pen");

    RunResult result = show("", "low", "high", "auto", "original");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = ToolCallForm.MAPPER.readTree(provider.bodies().get(0));
    if (format == Format.OPENAI) {
      assertThat(sent.findValuesAsText("detail"))
          .containsExactly("auto", "low", "high", "auto", "auto");
    }
    assertThat(sent.toString()).doesNotContain("evergraph");
  }

  @Test
  void shouldNotTryAgainWhatItsFormCannotSay() {
    provider.says("A pen");

    RunResult result = show("ultra_high");

    if (format == Format.OPENAI) {
      assertThat(failure(result).errorType()).isEqualTo(ModelRefusedException.class.getName());
      assertThat(provider.requests()).isZero();
    } else {
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  /** A provider is sent arguments as JSON, whatever the model wrote. */
  @Test
  void shouldGoOnWithAChatWhoseCallIsNoJson() throws IOException {
    provider.says("I correct it");
    ToolCall broken = new ToolCall("c1", "pay", "{\"amount\":");

    RunResult result =
        ask(
            Message.user("Hi"),
            Message.assistant("", broken),
            Message.failure(broken, "The arguments are no JSON"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = ToolCallForm.MAPPER.readTree(provider.bodies().get(0));
    assertThat(sent.findValuesAsText("name")).containsExactly("pay");
    JsonNode written = sent.findValue(format == Format.OPENAI ? "arguments" : "input");
    assertThat(written.isTextual() ? written.textValue() : written.toString()).isEqualTo("{}");
    Message.Assistant kept = (Message.Assistant) result.state().get(CHAT).get(1);
    assertThat(kept.toolCalls()).containsExactly(broken);
  }

  /** Clients may send the texts of a result apart. */
  @Test
  void shouldSendAResultOfSeveralTexts() throws IOException {
    provider.says("I see");
    ToolCall call = new ToolCall("c1", "look", "{}");
    Message result =
        Message.result(call, "").withContent(List.of(new Part.Text("a"), new Part.Text("b")));

    RunResult answered = ask(Message.user("Hi"), Message.assistant("", call), result);

    assertThat(answered.status()).as("%s", answered).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = ToolCallForm.MAPPER.readTree(provider.bodies().get(0)).get("messages");
    assertThat(sent.get(2).toString()).contains("a\\nb");
    assertThat(answered.state().get(CHAT).get(2).content()).hasSize(2);
  }
}
