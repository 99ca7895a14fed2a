package io.evergraph.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.hook.Summary;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.testkit.ScriptedModel;
import org.junit.jupiter.api.Test;

/** What an execution mode cannot do is said when the agent is built, all of it at once. */
class ExecutionModeTest {
  private static final ModelSource MODEL = ModelSource.of(ScriptedModel.says());

  private static ReactAgent agent() {
    Toolset clock =
        Toolset.of(
            ToolSpecification.builder().name("clock").build(), (call, context) -> "It is noon.");
    Toolset tools =
        Toolset.agent(ReactAgent.of("research", MODEL).build(), "finds things")
            .and(clock.policy("clock", NodePolicy.builder().attempts(1).build()));
    return ReactAgent.of("desk", MODEL)
        .tools(tools)
        .toolPolicy(NodePolicy.builder().attempts(2).build())
        .with(Summary.with(MODEL));
  }

  @Test
  void shouldNotGiveToolsTasksOfTheirOwnInOneNode() {
    assertThatThrownBy(() -> agent().mode(ExecutionMode.GRAPH).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'desk'")
        .hasMessageContaining("'research'")
        .hasMessageContaining("'clock'")
        .hasMessageContaining("GRAPH_PARALLEL");
  }

  @Test
  void shouldNotGiveHooksAndToolsAttemptsOfTheirOwnInAPlainLoop() {
    assertThatThrownBy(() -> agent().mode(ExecutionMode.LEGACY).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'research'")
        .hasMessageContaining("'summary.beforeModel'")
        .hasMessageContaining("toolPolicy");
  }

  @Test
  void shouldNotKeepAWholeTurnInACache() {
    NodePolicy cached = NodePolicy.builder().cache(CachePolicy.ALWAYS).build();
    ReactAgent agent =
        ReactAgent.of("agent", ModelSource.of(ScriptedModel.says())).modelPolicy(cached);

    assertThatThrownBy(() -> agent.mode(ExecutionMode.LEGACY).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("modelPolicy has a cache");
    assertThat(agent.mode(ExecutionMode.GRAPH).build()).isNotNull();
  }

  @Test
  void shouldTakeEverythingWithATaskForEachCall() {
    agent().mode(ExecutionMode.GRAPH_PARALLEL).build();
  }
}
