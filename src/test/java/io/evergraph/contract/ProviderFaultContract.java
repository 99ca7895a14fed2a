package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ProviderServer;
import io.evergraph.llm.ProviderServer.Format;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelBusyException;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelRefusedException;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts of a task whose provider fails over HTTP, whole and streamed, as it sees them. */
class ProviderFaultContract extends RuntimeContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final NodePolicy QUICK =
      ModelNode.POLICY.toBuilder().interval(Duration.ofMillis(1)).build();

  /** What a provider was asked, and what came of it. */
  private record Asked(ProviderServer provider, RunResult result) {
    String errorType() {
      return ((TaskFailedException) result.error().orElseThrow()).errorType();
    }
  }

  private Asked ask(boolean streams, UnaryOperator<ProviderServer> manners) throws IOException {
    try (ProviderServer provider = manners.apply(ProviderServer.start(Format.OPENAI, streams))) {
      Graph graph =
          Graph.builder("faults-" + thread().value())
              .channels(CHAT)
              .node("llm", ModelNode.of(provider.model(), CHAT), QUICK)
              .edge(START, "llm")
              .build();
      return new Asked(provider, start(graph, StateUpdate.of(CHAT, Message.user("Hi"))));
    }
  }

  private static void assertAnswered(Asked asked, int requests) {
    assertThat(asked.result().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(asked.result().state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("Hi", "Hello");
    assertThat(asked.provider().requests()).isEqualTo(requests);
  }

  /** The policy alone would wait for a millisecond. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWaitBetweenAttemptsAsLongAsTheProviderWishes(boolean streams) throws IOException {
    Asked asked =
        ask(
            streams,
            it ->
                it.refuses(429, "Retry-After: 1\r\n")
                    .refuses(503, "retry-after-ms: 1500\r\n")
                    .says("Hello"));

    assertAnswered(asked, 3);
    assertThat(asked.provider().pauses().get(0)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(asked.provider().pauses().get(1)).isGreaterThanOrEqualTo(Duration.ofMillis(1500));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldParkWhenTheProviderStaysBusy(boolean streams) throws IOException {
    Asked asked = ask(streams, it -> it.refuses(429, "Retry-After: 0\r\n"));

    assertThat(asked.result().status()).isEqualTo(RunStatus.PARKED);
    assertThat(asked.errorType()).isEqualTo(ModelBusyException.class.getName());
    assertThat(asked.provider().requests()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAskAgainWhenTheProviderFails(boolean streams) throws IOException {
    assertAnswered(ask(streams, it -> it.refuses(500, "").refuses(502, "").says("Hello")), 3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAskAgainWhenTheAnswerIsCut(boolean streams) throws IOException {
    assertAnswered(ask(streams, it -> it.isCutAfter("Hel", "lo").says("Hello")), 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAskAgainWhenTheAnswerIsNoJson(boolean streams) throws IOException {
    assertAnswered(ask(streams, it -> it.garbles().says("Hello")), 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotAskAgainWhenTheProviderRefuses(boolean streams) throws IOException {
    Asked asked = ask(streams, it -> it.refuses(400, ""));

    assertThat(asked.errorType()).isEqualTo(ModelRefusedException.class.getName());
    assertThat(asked.provider().requests()).isEqualTo(1);
  }
}
