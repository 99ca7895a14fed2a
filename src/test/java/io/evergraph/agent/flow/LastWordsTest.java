package io.evergraph.agent.flow;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;

/** What an agent of a flow has said last, which is its result. */
class LastWordsTest {
  /** Ends the turn whatever the model says. */
  private record Enough() implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return HookResult.goOn().jumpTo(HookResult.Jump.END);
    }
  }

  @Test
  void shouldNotTakeAMessageThatOnlyCallsForAResult() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "look", "{}")));
    Toolset look =
        Toolset.of(ToolSpecification.builder().name("look").build(), (call, context) -> "pens");
    Graph writer =
        ReactAgent.of("writer", ModelSource.of(model)).tools(look).with(new Enough()).build();

    RunResult result = run(SequentialAgent.of("flow").agents(writer).build());

    assertThat(result.state().value("writer")).isNull();
    assertThat(result.state().get(MESSAGES)).extracting(Message::text).containsExactly("Hi");
  }

  @Test
  void shouldNotTakeTheWordsOfAnAgentThatDeclaresTheChannelOfItsResultItself() {
    Channel<String> draft = Channel.of("draft", String.class);
    ScriptedChat model = ScriptedChat.of(says("draft 1"), says("draft 2"));
    Graph editor = ReactAgent.of("editor", ModelSource.of(model)).channels(draft).build();

    RunResult result = run(LoopAgent.of("polish").agent(editor, draft).times(2).build());

    assertThat(model.requests()).hasSize(2);
    assertThat(result.state().find(draft)).isEmpty();
  }

  private static RunResult run(Graph flow) {
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("Hi"));
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      return runtime.start(flow, ThreadId.random(), input).await();
    }
  }
}
