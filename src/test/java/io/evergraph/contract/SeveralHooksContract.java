package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.LateQuestionException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What hooks of one agent see of each other. */
class SeveralHooksContract extends RuntimeContract {
  private final AtomicInteger bought = new AtomicInteger();
  private final AtomicBoolean agreed = new AtomicBoolean();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();

  /** The tool of the agent. */
  private final class Shop {
    @Tool("Buys")
    String buy() {
      return "bought " + bought.incrementAndGet();
    }
  }

  /** Makes each call twice. */
  private static final class Twice implements AgentHook {
    @Override
    public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
        throws Exception {
      return tool.call(call) + ", " + tool.call(call);
    }
  }

  /** Asks before each call. */
  private static final class Asking implements AgentHook {
    @Override
    public ToolCall beforeTool(ToolCall call, HookContext context) {
      String unused = context.ask(Question.asking(String.class, "Buy it?"));
      return call;
    }
  }

  /** Asks until somebody has agreed, which it notes outside of the task. */
  private final class Consent implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      if (!agreed.get()) {
        String unused = context.ask(Question.asking(String.class, "May we?"));
        agreed.set(true);
      }
      return HookResult.goOn();
    }
  }

  /** Asks before the model is. */
  private static final class Spending implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      String unused = context.ask(Question.asking(String.class, "May it cost?"));
      return HookResult.goOn();
    }
  }

  /** Writes behind the answer. */
  private static final class Remark implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return HookResult.write(StateUpdate.of(MESSAGES, Message.user("Checked.")));
    }
  }

  /** Notes answers. */
  private final class Noting implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      seen.add(answer.text());
      return HookResult.goOn();
    }
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private ReactAgent agent(ScriptedChat model) {
    return ReactAgent.of("shopper-" + thread().value(), ModelSource.of(model))
        .tools(Toolset.from(new Shop()));
  }

  @Test
  void shouldRefuseAQuestionAboutACallThatIsMadeAgain() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "buy", "{}")), says("done"));
    RunResult asked = say(agent(model).with(new Twice(), new Asking()));
    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);

    RunResult result = answer(Answer.single("yes"));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(LateQuestionException.class.getName());
    assertThat(failure.reason()).contains("'asking'");
    assertThat(bought).hasValue(1);
  }

  @Test
  void shouldAskOnceWhateverHooksBeforeStillAsk() {
    RunResult first =
        say(agent(ScriptedChat.of(says("Hello"))).with(new Consent(), new Spending()));
    RunResult second = answer(Answer.single("yes"));
    RunResult result = answer(Answer.single("yes"));

    assertThat(first.interrupts()).singleElement().asString().contains("May we?");
    assertThat(second.interrupts()).singleElement().asString().contains("May it cost?");
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldShowAnAnswerToAllHooksWhateverOnesBeforeHaveWritten() {
    RunResult result = say(agent(ScriptedChat.of(says("Hello"))).with(new Noting(), new Remark()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(seen).containsExactly("Hello");
  }
}
