package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A swarm within a larger graph, of which one process makes the first turn, another the second. */
class SwarmAfterRestartTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  private static Graph agent(String name, String other, AiMessage... script) {
    return ReactAgent.of(name, ModelSource.of(ScriptedChat.of(script)))
        .with(Handoff.to(other))
        .build();
  }

  /** What a process knows; in the first, alice hands over to bob. */
  private static Graph larger(List<AiMessage> alice, String bob) {
    Graph swarm =
        Swarm.of("swarm")
            .agents(
                agent("alice", "bob", alice.toArray(AiMessage[]::new)),
                agent("bob", "alice", says(bob)))
            .build();
    return Graph.builder("larger")
        .channels(MESSAGES)
        .subgraph("team", swarm, Embedding.perThread())
        .edge(Graph.START, "team")
        .build();
  }

  private static Graph first() {
    return larger(List.of(calls(call("1", "transfer_to_bob", "{}"))), "one");
  }

  private static Graph second() {
    return larger(List.of(), "two");
  }

  private String said(GraphRuntime runtime, String text) throws Exception {
    List<Message> chat =
        runtime
            .start(
                "larger",
                thread,
                StateUpdate.of(MESSAGES, Message.user(text)),
                RunOptions.defaults())
            .await(LONGEST)
            .orThrow()
            .state()
            .get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  @Test
  void shouldGoOnWithTheActiveAgentOfASavedThread() throws Exception {
    LocalCheckpointStore saved = new LocalCheckpointStore();
    try (GraphRuntime one =
        InMemoryRuntime.builder(GraphRegistry.of(first())).checkpoints(saved).build()) {
      assertThat(said(one, "Hi")).isEqualTo("one");
    }
    try (GraphRuntime two =
        InMemoryRuntime.builder(GraphRegistry.of(second())).checkpoints(saved).build()) {
      assertThat(said(two, "And?")).isEqualTo("two");
    }
  }

  @Test
  @Tag("real")
  void shouldGoOnWithTheActiveAgentOnAnotherWorker() throws Exception {
    String queue = "swarm-" + UUID.randomUUID();
    try (TemporalHouse one = TemporalHouse.real(queue, first())) {
      assertThat(said(one.runtime(), "Hi")).isEqualTo("one");
    }
    try (TemporalHouse two = TemporalHouse.real(queue, second())) {
      assertThat(said(two.runtime(), "And?")).isEqualTo("two");
    }
  }
}
