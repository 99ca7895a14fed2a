package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ProviderServer.Format;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** A model that ends its turn without a word, which providers refuse to be sent back. */
@ParameterizedClass(name = "{0}, streamed: {1}")
@CsvSource({"OPENAI, false", "OPENAI, true", "ANTHROPIC, false", "ANTHROPIC, true"})
class EmptyAnswerTest {
  @Parameter(0)
  private Format format;

  @Parameter(1)
  private boolean streams;

  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private final ThreadId thread = ThreadId.random();
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

  private RunResult say(Graph agent, String words) {
    return runtime
        .start(agent, thread, StateUpdate.of(ReactAgent.MESSAGES, Message.user(words)))
        .await();
  }

  @Test
  void shouldNotSendItBackWhenTheChatGoesOn() throws IOException {
    Graph agent = ReactAgent.of("quiet", provider.says("").says("I am here").model()).build();
    say(agent, "Bye");

    RunResult second = say(agent, "Are you there?");

    assertThat(second.status()).as("%s", second).isEqualTo(RunStatus.FINISHED);
    JsonNode sent = JsonMapper.builder().build().readTree(provider.bodies().get(1)).get("messages");
    assertThat(sent).extracting(it -> it.get("role").asText()).containsOnly("user");
    assertThat(second.state().get(ReactAgent.MESSAGES)).hasSize(4);
  }
}
