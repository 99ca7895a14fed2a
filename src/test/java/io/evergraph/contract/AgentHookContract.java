package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.SystemMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.agent.hook.LateQuestionException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hooks run where and when users know it from elsewhere, and survive questions. */
class AgentHookContract extends RuntimeContract {
  private static final Channel<String> MOOD = Channel.of("mood", String.class);

  private final Queue<String> notes = new ConcurrentLinkedQueue<>();

  private ReactAgent agent(ScriptedChat model) {
    ToolSpecification drop = ToolSpecification.builder().name("drop").build();
    return ReactAgent.of("hooked-" + thread().value(), ModelSource.of(model))
        .tools(
            Toolset.of(
                drop,
                (call, context) -> {
                  notes.add("drop");
                  return "dropped";
                }));
  }

  private RunResult say(ReactAgent agent, String text) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user(text)));
  }

  private static List<String> chat(RunResult result) {
    return result.state().get(MESSAGES).stream().map(Message::text).toList();
  }

  private static void assertValid(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(Messages.paired(chat)).isEqualTo(chat);
  }

  private List<String> nodes() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .toList();
  }

  /** Notes its parts. */
  private final class Noting implements AgentHook {
    private final String name;
    private final Placement placement;

    Noting(String name, Placement placement) {
      this.name = name;
      this.placement = placement;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Placement placement() {
      return placement;
    }

    private HookResult note(String part) {
      notes.add(name + "." + part);
      return HookResult.goOn();
    }

    @Override
    public HookResult beforeAgent(HookContext context) {
      return note("beforeAgent");
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return note("before");
    }

    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      note("wrap(");
      Message.Assistant answer = model.ask(request);
      note(")wrap");
      return answer;
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return note("after");
    }

    @Override
    public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
        throws Exception {
      note("tool(");
      String result = tool.call(call);
      note(")tool");
      return result;
    }

    @Override
    public HookResult afterAgent(HookContext context) {
      return note("afterAgent");
    }
  }

  private void assertOrder(RunResult asked, RunResult ended) {
    List<String> model =
        List.of(
            "A.before",
            "B.before",
            "A.wrap(",
            "B.wrap(",
            "B.)wrap",
            "A.)wrap",
            "B.after",
            "A.after");
    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    assertThat(ended.status()).isEqualTo(RunStatus.FINISHED);
    List<String> expected = new java.util.ArrayList<>(List.of("A.beforeAgent", "B.beforeAgent"));
    expected.addAll(model);
    expected.addAll(List.of("A.tool(", "B.tool(", "drop", "B.)tool", "A.)tool"));
    expected.addAll(model);
    expected.addAll(List.of("B.afterAgent", "A.afterAgent"));
    assertThat(notes).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @EnumSource(AgentHook.Placement.class)
  void shouldRunHooksInTheirOrderAndThoseOfTheAgentOnceInATurn(AgentHook.Placement placement) {
    ReactAgent agent =
        agent(ScriptedChat.of(calls(call("1", "drop", "{}")), says("Done.")))
            .with(new Noting("A", AgentHook.Placement.IN_TASK), new Noting("B", placement))
            .approve("drop");

    RunResult asked = say(agent, "Hi");
    RunResult ended = answer(Answer.single(Map.of("type", "approve")));

    assertOrder(asked, ended);
    if (placement == AgentHook.Placement.NODE) {
      assertThat(nodes()).contains("A.beforeModel", "B.beforeModel", "B.afterModel");
    } else {
      assertThat(nodes()).contains("A.beforeAgent").doesNotContain("A.beforeModel");
    }
  }

  @ParameterizedTest
  @EnumSource(AgentHook.Placement.class)
  void shouldEndTheTurnWhereAHookSaysSo(AgentHook.Placement placement) {
    class Stop implements AgentHook {
      @Override
      public Placement placement() {
        return placement;
      }

      @Override
      public HookResult beforeModel(HookContext context) {
        String last = context.messages().get(context.messages().size() - 1).text();
        return last.equals("stop me") ? HookResult.end("stop") : HookResult.goOn();
      }

      @Override
      public HookResult afterAgent(HookContext context) {
        notes.add("ended");
        return HookResult.goOn();
      }
    }

    ScriptedChat model = ScriptedChat.of(says("Hello."));
    ReactAgent agent = agent(model).with(new Stop());

    RunResult stopped = say(agent, "stop me");
    assertThat(chat(stopped)).containsExactly("stop me", "stop");
    assertThat(model.requests()).isEmpty();
    RunResult next = say(agent, "Hi");

    assertThat(chat(next)).containsExactly("stop me", "stop", "Hi", "Hello.");
    assertThat(notes).containsExactly("ended", "ended");
    assertThat(next.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldLeaveAValidChatWhereAHookEndsTheTurnBeforeCallsAreMade() {
    class NoTools implements AgentHook {
      @Override
      public HookResult afterModel(Message.Assistant answer, HookContext context) {
        return HookResult.end("Enough.");
      }
    }

    RunResult result =
        say(agent(ScriptedChat.of(calls(call("1", "drop", "{}")))).with(new NoTools()), "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(chat(result))
        .containsExactly("Hi", "", "This call was not made: the run stopped before it.", "Enough.");
    assertThat(notes).isEmpty();
    assertValid(result);
  }

  @ParameterizedTest
  @EnumSource(AgentHook.Placement.class)
  void shouldNotMakeRejectedCallsWhereAHookJumpsToTheTools(AgentHook.Placement placement) {
    class Jumping implements AgentHook {
      @Override
      public Placement placement() {
        return placement;
      }

      @Override
      public HookResult beforeModel(HookContext context) {
        return context.messages().size() > 1
            ? HookResult.goOn().jumpTo(Jump.TOOLS)
            : HookResult.goOn();
      }

      @Override
      public HookResult afterModel(Message.Assistant answer, HookContext context) {
        return HookResult.goOn().jumpTo(Jump.TOOLS);
      }
    }

    ScriptedChat model = ScriptedChat.of(calls(call("1", "drop", "{}")));
    RunResult waiting = say(agent(model).approve("drop").with(new Jumping()), "Hi");
    RunResult result = answer(Answer.single(Map.of("type", "reject", "message", "no")));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(notes).isEmpty();
    assertThat(chat(result)).endsWith("A reviewer rejected this call: no");
    assertValid(result);
  }

  @Test
  void shouldAskAPersonBeforeTheModelAndNoFallbackMeanwhile() {
    class Permitted implements AgentHook {
      @Override
      public Message.Assistant aroundModel(
          ModelRequest request, HookContext context, ModelAround.Next model) {
        notes.add("asked");
        String tone = context.ask(Question.asking(String.class, "Which tone?"));
        return model.ask(request.withPromptSuffix("Be " + tone + "."));
      }
    }

    ScriptedChat primary = ScriptedChat.of(says("Hello."));
    ScriptedChat other = ScriptedChat.of(says("never"));
    ReactAgent agent =
        agent(primary).fallback(ModelSource.of(other)).prompt("Help.").with(new Permitted());

    RunResult waiting = say(agent, "Hi");
    assertThat(waiting.interrupts()).hasSize(1);
    assertThat(primary.requests()).isEmpty();
    RunResult result = answer(Answer.single("kind"));

    assertThat(chat(result)).containsExactly("Hi", "Hello.");
    assertThat(primary.requests()).hasSize(1);
    assertThat(primary.requests().get(0).messages().get(0))
        .isEqualTo(SystemMessage.from("Help.\n\nBe kind."));
    assertThat(other.requests()).isEmpty();
  }

  /** Asks a person about each answer. */
  private static final class Checked implements AgentHook {
    private final Placement placement;

    Checked(Placement placement) {
      this.placement = placement;
    }

    @Override
    public Placement placement() {
      return placement;
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      String verdict = context.ask(Question.asking(String.class, "Is this right?"));
      return verdict.equals("yes")
          ? HookResult.goOn()
          : HookResult.tell(verdict).jumpTo(Jump.MODEL);
    }
  }

  @Test
  void shouldRefuseAQuestionThatWouldAskTheModelTwice() {
    ScriptedChat model = ScriptedChat.of(says("one"));

    RunResult result = say(agent(model).with(new Checked(AgentHook.Placement.IN_TASK)), "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(LateQuestionException.class.getName());
    assertThat(failure.reason()).contains("'checked'", "Placement.NODE");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldAskAfterTheModelInANodeOfItsOwnAndTellTheModelWhatWasSaid() {
    ScriptedChat model = ScriptedChat.of(says("one"), says("two"));
    ReactAgent agent = agent(model).with(new Checked(AgentHook.Placement.NODE));

    say(agent, "Hi");
    answer(Answer.single("Say two."));
    RunResult result = answer(Answer.single("yes"));

    assertThat(chat(result)).containsExactly("Hi", "one", "Say two.", "two");
    assertThat(model.requests()).hasSize(2);
    assertThat(result.state().get(MESSAGES).get(2).metadata())
        .containsEntry(Message.SOURCE, "checked");
  }

  @Test
  void shouldWriteWhatHooksWriteAroundModelsAndTools() {
    class Feeling implements AgentHook {
      @Override
      public List<Channel<?>> channels() {
        return List.of(MOOD);
      }

      @Override
      public HookResult beforeModel(HookContext context) {
        notes.add(context.state().find(MOOD).orElse("none"));
        return HookResult.goOn();
      }

      @Override
      public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
          throws Exception {
        context.write(StateUpdate.of(MOOD, "glad"));
        return tool.call(call) + "!";
      }
    }

    RunResult result =
        say(
            agent(ScriptedChat.of(calls(call("1", "drop", "{}")), says("Done.")))
                .with(new Feeling()),
            "Hi");

    assertThat(chat(result)).containsExactly("Hi", "", "dropped!", "Done.");
    assertThat(result.state().get(MOOD)).isEqualTo("glad");
    assertThat(notes).containsExactly("none", "drop", "glad");
  }
}
