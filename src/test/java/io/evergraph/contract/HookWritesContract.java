package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What hooks write to the chat, and make of inputs, is there as a whole and once. */
class HookWritesContract extends RuntimeContract {
  private static HookResult documents(HookContext context) {
    List<Message> documents = List.of(Message.instruction("doc A"), Message.instruction("doc B"));
    return HookResult.write(StateUpdate.of(context.chat(), documents));
  }

  /** Writes two messages before the model is asked. */
  private record Before(AgentHook.Placement placement) implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      return documents(context);
    }
  }

  /** Writes two messages after the model has answered, and ends the turn. */
  private record After(AgentHook.Placement placement) implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return documents(context).jumpTo(HookResult.Jump.END);
    }
  }

  private RunResult say(ScriptedChat model, AgentHook hook) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    ReactAgent agent =
        ReactAgent.of("writing-" + thread().value(), ModelSource.of(model))
            .tools(Toolset.of(look, (call, context) -> "seen"))
            .with(hook);
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  /** Says of each message where it came from. */
  private static final class Marking implements AgentHook {
    @Override
    public Message input(Message message) {
      return message.withContent(List.of(new Part.Text("[web] " + message.text())));
    }
  }

  @Test
  void shouldTakeTheTaskOfNestedFlowsInOnce() {
    ScriptedChat model = ScriptedChat.of(says("Done."));
    Graph agent = ReactAgent.of("clerk", ModelSource.of(model)).with(new Marking()).build();
    Graph inner = SequentialAgent.of("inner").agents(agent).build();
    Graph outer = SequentialAgent.of("outer-" + thread().value()).agents(inner).build();

    RunResult unused = start(outer, StateUpdate.of(AgentFlow.TASK, "Hi"));

    assertThat(model.requests().get(0).messages().toString())
        .contains("[web] Hi")
        .doesNotContain("[web] [web]");
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskTheModelWithAllThatHooksHaveWritten(AgentHook.Placement placement) {
    ScriptedChat model = ScriptedChat.of(says("Done."));

    RunResult result = say(model, new Before(placement));

    assertThat(model.requests().get(0).messages().toString()).contains("doc A", "doc B");
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "doc A", "doc B", "Done.");
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepAllThatHooksHaveWrittenBesideCallsThatAreNotMade(AgentHook.Placement placement) {
    RunResult result = say(ScriptedChat.of(calls(call("1", "look", "{}"))), new After(placement));

    assertThat(result.state().get(MESSAGES)).extracting(Message::text).contains("doc A", "doc B");
  }
}
