package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that waits for the first look. */
class AirlineDemoTest {
  private static final int ANY_PORT = 0;

  private final InMemoryRuntime runtime = InMemoryRuntime.of(AirlineAgent.graph(Map.of()));

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void shouldWaitForAnApprovalAndFinishWhenItIsGiven() throws IOException {
    try (AirlineDemo demo = AirlineDemo.start(runtime, ANY_PORT, Map.of(), List.of())) {
      // given
      String question = demo.question().orElseThrow().id();

      // when
      RunResult result =
          runtime.answer(demo.thread(), Answer.to(question, Map.of("type", "approve"))).await();

      // then
      assertThat(demo.thread()).isEqualTo(ThreadId.of("airline-demo"));
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      List<Message> messages = result.state().get(ReactAgent.MESSAGES);
      assertThat(messages.get(messages.size() - 1).text()).contains("successfully cancelled");
      assertThat(demo.question()).isEmpty();
    }
  }

  @Test
  void shouldLeaveAThreadThatWaitsAsItIs() throws IOException {
    try (AirlineDemo first = AirlineDemo.start(runtime, ANY_PORT, Map.of(), List.of());
        AirlineDemo second = AirlineDemo.start(runtime, ANY_PORT, Map.of(), List.of())) {
      assertThat(second.thread()).isEqualTo(first.thread());
      assertThat(second.question()).isEqualTo(first.question()).isNotEmpty();
    }
  }

  @Test
  void shouldBeginAnotherThreadWhenTheFirstIsUsedUp() throws IOException {
    try (AirlineDemo first = AirlineDemo.start(runtime, ANY_PORT, Map.of(), List.of())) {
      runtime.answer(first.thread(), Answer.single(Map.of("approved", true))).await();

      try (AirlineDemo second = AirlineDemo.start(runtime, ANY_PORT, Map.of(), List.of())) {
        assertThat(second.thread()).isEqualTo(ThreadId.of("airline-demo-2"));
        assertThat(second.question()).isNotEmpty();
      }
    }
  }

  @Test
  void shouldTakeAnotherPortWhenItsOwnIsTaken() throws IOException {
    try (ReplayServer taking = ReplayServer.start(Recordings.all());
        AirlineDemo demo = AirlineDemo.start(runtime, taking.port(), Map.of(), List.of())) {
      assertThat(demo.question()).isNotEmpty();
    }
  }

  @Test
  void shouldTalkToTheModelOfTheEnvironment() throws IOException {
    Conversation conversation = Recordings.named("airline-041-0");
    try (ReplayServer model = ReplayServer.start(List.of(conversation))) {
      Map<String, String> environment =
          Map.of(
              "OPENAI_API_KEY",
              "key",
              "OPENAI_BASE_URL",
              model.modelUrl(conversation.id()).toString());
      runtime.graphs().register(AirlineAgent.graph(environment));

      try (AirlineDemo demo = AirlineDemo.start(runtime, ANY_PORT, environment, List.of())) {
        assertThat(demo.question()).isNotEmpty();
        assertThat(model.journal().modelCalls(conversation.id())).hasSize(5);
      }
    }
  }

  @Test
  void shouldStartWithoutAQuestionWhenTheAgentCannotWork() throws IOException {
    Map<String, String> environment = Map.of("OPENAI_API_KEY", "key");

    try (AirlineDemo demo = AirlineDemo.start(runtime, ANY_PORT, environment, List.of())) {
      assertThat(demo.question()).isEmpty();
    }
  }
}
