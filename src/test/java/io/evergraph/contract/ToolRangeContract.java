package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tools with unusual names, very many calls, and very large results. */
class ToolRangeContract extends RuntimeContract {
  private static final int MANY = 300;
  private static final int MEGABYTE = 1_000_000;

  private RunResult run(Toolset tools, int atOnce, AiMessage... script) {
    ReactAgent agent =
        ReactAgent.of("agent-" + thread().value(), ModelSource.of(ScriptedChat.of(script)))
            .tools(tools)
            .maxParallelTools(atOnce);
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static Toolset says(String name, String text) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(), (call, context) -> text + call.id());
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(Message::text)
        .toList();
  }

  private List<String> nodes() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .filter(node -> !List.of("llm", "branch").contains(node))
        .toList();
  }

  @Test
  void shouldRunToolsWhoseNamesNoNodeCanHave() {
    List<String> names =
        List.of("files/read", "files|read", "a:b", "llm", "review", ".hidden", "x".repeat(300));
    Toolset tools =
        names.stream().map(name -> says(name, name + " ")).reduce(Toolset.empty(), Toolset::and);
    ToolExecutionRequest[] each =
        names.stream().map(name -> call("1", name, "{}")).toArray(ToolExecutionRequest[]::new);

    RunResult result = run(tools, 10, calls(each), ScriptedChat.says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactlyElementsOf(names.stream().map(it -> it + " 1").toList());
    assertThat(result.state().get(MESSAGES).stream().filter(Message.Tool.class::isInstance))
        .extracting(it -> ((Message.Tool) it).name())
        .containsExactlyElementsOf(names);
    assertThat(nodes())
        .containsExactlyInAnyOrder(
            "files_read", "files_read_", "a_b", "llm_", "review_", "_hidden", "x".repeat(128));
  }

  @Test
  void shouldKeepTheOrderOfMoreCallsThanRunAtOnce() {
    ToolExecutionRequest[] many =
        IntStream.range(0, MANY)
            .mapToObj(index -> call("" + index, "count", "{}"))
            .toArray(ToolExecutionRequest[]::new);

    RunResult result = run(says("count", "#"), MANY, calls(many), ScriptedChat.says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactlyElementsOf(IntStream.range(0, MANY).mapToObj(it -> "#" + it).toList());
  }

  @Test
  void shouldCarryAResultThatIsTooLargeOrParkWithoutMakingTheCallAgain() {
    String large = "x".repeat(3 * MEGABYTE);
    AtomicInteger dumps = new AtomicInteger();
    Toolset dump =
        Toolset.of(
            ToolSpecification.builder().name("dump").build(),
            (call, context) -> {
              dumps.incrementAndGet();
              return large;
            });

    RunResult result =
        run(
            dump.and(says("count", "#")),
            5,
            calls(call("1", "dump", "{}"), call("2", "count", "{}")),
            ScriptedChat.says("Done."));

    assertThat(dumps).hasValue(1);
    if (runtime() instanceof InMemoryRuntime) {
      assertThat(results(result)).containsExactly(large, "#2");
    } else {
      assertThat(result.error().orElseThrow()).hasMessageContaining("TooLargeException");
      Message words = new Message.Tool("", "1", "dump", "too large", Message.Outcome.ERROR);
      RunResult skipped = answer(Answer.skip(StateUpdate.of(MESSAGES, words)));
      assertThat(results(skipped)).containsExactly("too large", "#2");
    }
  }
}
