package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What of prompts and tools reaches logs: nothing, unless that is turned on. */
@Isolated
class LogContentsContract extends RuntimeContract {
  private static final NodePolicy TWICE =
      NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();

  private final String marker = "marker" + UUID.randomUUID().toString().replace("-", "");
  private final CapturedLogs logs = new CapturedLogs();

  @AfterEach
  void stopListening() {
    LogContents.show(false);
    logs.close();
  }

  /** Tools as users write them. */
  private final class Desk {
    @Tool("Looks an order up")
    String look(@P("order") String order) {
      throw new IllegalStateException("No order " + order + " of " + marker + "-tool");
    }
  }

  /** Calls the tool first, and fails then as a provider's client does that repeats its request. */
  private final class Provider implements ChatModel {
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public ChatResponse doChat(ChatRequest request) {
      if (asked.getAndIncrement() == 0) {
        return ChatResponse.builder()
            .aiMessage(calls(call("1", "look", "{\"order\":\"" + marker + "-argument\"}")))
            .build();
      }
      throw new IllegalArgumentException(
          "{\"error\":{\"message\":\"refused: " + marker + "-provider\"}}",
          new IllegalStateException(marker + "-cause of " + request.messages()));
    }
  }

  private Graph agent() {
    return ReactAgent.of("desk", ModelSource.of(new Provider()))
        .prompt("You are " + marker + "-prompt")
        .tools(Toolset.from(new Desk()))
        .toolPolicy(TWICE)
        .modelPolicy(TWICE)
        .build();
  }

  /** Returns the failures that the thread records, as its callers are told. */
  private String failures() {
    RunResult first = start(agent(), StateUpdate.of(MESSAGES, Message.user(marker + "-question")));
    assertThat(first.status()).isEqualTo(RunStatus.PARKED);
    RunResult second = answer(Answer.skip(StateUpdate.empty()));
    return runtime().parked(thread()) + " " + first.snapshot() + second.snapshot();
  }

  @Test
  void shouldTellNothingOfPromptsAndToolsUnlessThatIsTurnedOn() {
    String recorded = failures();

    assertThat(logs.with(marker)).isEmpty();
    assertThat(logs.with("java.lang.IllegalStateException")).isNotEmpty();
    assertThat(recorded).contains(marker + "-tool");
  }

  @Test
  void shouldTellWhatFailedWhereThatIsTurnedOn() {
    LogContents.show(true);

    String unused = failures();

    assertThat(List.of("-tool", "-provider", "-cause", "-prompt", "-question", "-argument"))
        .allSatisfy(what -> assertThat(logs.with(marker + what)).as(what).isNotEmpty());
  }

  @Test
  void shouldTellNothingOfAnAnswerThatIsAskedForAgain() {
    Graph graph =
        Graph.builder("dated")
            .channels(LOG)
            .node(
                "ask",
                it -> Command.update(LOG, "" + it.interrupt(Question.asking(LocalDate.class, "?"))))
            .edge(START, "ask")
            .build();
    RunResult asked = start(graph, StateUpdate.empty());

    RunResult again = answer(Answer.single(marker));

    assertThat(again.interrupts()).isEqualTo(asked.interrupts());
    assertThat(logs.with("asks again")).isNotEmpty();
    assertThat(logs.with(marker)).isEmpty();
  }
}
