package io.evergraph.agent.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an agent finds for each element of a list, and the list that takes it. */
class CollectedResultsTest {
  record Verdict(String of, boolean good) {}

  private static final Channel<Verdict> VERDICT = Channel.of("judge", Verdict.class);
  private static final ListChannel<String> ITEMS = ListChannel.append("items", String.class);
  private static final StateUpdate INPUT =
      StateUpdate.of(ReactAgent.MESSAGES, Message.user("Judge these."))
          .with(ITEMS, List.of("a", "b"));

  private static Graph judge() {
    return Graph.builder("judge")
        .channels(VERDICT, AgentFlow.TASK)
        .node(
            "judge",
            context ->
                Command.update(VERDICT, new Verdict(context.state().get(AgentFlow.TASK), true)))
        .edge(Graph.START, "judge")
        .build();
  }

  private static Graph each(ListChannel<?> results) {
    return LoopAgent.of("each")
        .agent(judge())
        .channels(ITEMS)
        .over(ITEMS, 2)
        .collect(results)
        .build();
  }

  private static <T> List<T> found(ListChannel<T> results) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      RunResult result = runtime.start(each(results), ThreadId.random(), INPUT).await();
      return result.orThrow().state().get(results);
    }
  }

  @Test
  void shouldCollectResultsInWordsWhereTheListHoldsWords() {
    assertThat(found(ListChannel.append("results", String.class)))
        .hasSize(2)
        .allSatisfy(words -> assertThat(words).contains("\"good\":true"));
  }

  @Test
  void shouldCollectResultsAsTheyAreWhereTheListHoldsSuch() {
    assertThat(found(ListChannel.append("results", Verdict.class)))
        .containsExactly(new Verdict("a", true), new Verdict("b", true));
  }

  @Test
  void shouldRefuseAListThatCannotHoldTheResults() {
    assertThatThrownBy(() -> each(ListChannel.append("results", Integer.class)))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("agent 'judge' has a result of")
        .hasMessageContaining("'results' holds");
  }
}
