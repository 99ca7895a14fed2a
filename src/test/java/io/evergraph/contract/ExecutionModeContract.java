package io.evergraph.contract;

import static io.evergraph.agent.ExecutionMode.GRAPH_PARALLEL;
import static io.evergraph.agent.ExecutionMode.LEGACY;
import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.TodoList;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Steering;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One agent in each execution mode: the same answers, of tasks of different sizes. */
class ExecutionModeContract extends RuntimeContract {
  private static final AiMessage THREE =
      calls(call("1", "look", "{}"), call("2", "pay", "{}"), call("3", "mail", "{}"));
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");

  private final Queue<String> made = new ConcurrentLinkedQueue<>();
  private final Queue<String> keys = new ConcurrentLinkedQueue<>();

  record Verdict(boolean granted) {}

  private Toolset tools() {
    return Stream.of("look", "pay", "mail").map(this::tool).reduce(Toolset.empty(), Toolset::and);
  }

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(), (call, context) -> make(name, context));
  }

  private String make(String tool, ToolContext context) {
    made.add(tool);
    keys.add(context.idempotencyKey());
    return tool + " done";
  }

  private ReactAgent agent(ExecutionMode mode, ScriptedChat model) {
    return ReactAgent.of("mode-" + thread().value(), ModelSource.of(model))
        .tools(tools())
        .mode(mode);
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private RunResult approve() {
    return answer(Answer.single(APPROVE));
  }

  private List<String> nodes() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .toList();
  }

  private static List<String> texts(RunResult result) {
    return result.state().get(MESSAGES).stream().map(Message::text).toList();
  }

  private static void assertPaired(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(Messages.paired(chat)).isEqualTo(chat);
  }

  private void assertWhole(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result))
        .containsExactly("Hi", "", "look done", "pay done", "mail done", "All done.");
    assertPaired(result);
    assertThat(made).containsExactlyInAnyOrder("look", "pay", "mail");
    assertThat(keys).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveTheSameAnswerInEveryMode(ExecutionMode mode) {
    RunResult result = say(agent(mode, ScriptedChat.of(THREE, says("All done."))));

    assertWhole(result);
    assertThat(result.state().get(ReactAgent.BRANCH)).isEqualTo("end");
    assertThat(nodes()).containsExactlyInAnyOrderElementsOf(nodesOf(mode));
  }

  private static List<String> nodesOf(ExecutionMode mode) {
    return switch (mode) {
      case LEGACY -> List.of("agent");
      case GRAPH -> List.of("llm", "branch", "tools", "llm", "branch");
      case GRAPH_PARALLEL -> List.of("llm", "branch", "look", "pay", "mail", "llm", "branch");
    };
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveEachCallTheTimeThatANodeMayBeSilent(ExecutionMode mode) {
    NodePolicy brief = NodePolicy.builder().timeout(Duration.ofSeconds(2)).attempts(1).build();
    Toolset slow =
        Toolset.of(
            ToolSpecification.builder().name("look").build(),
            (call, context) -> {
              TimeUnit.MILLISECONDS.sleep(1_300); // the work of the call
              return make("look", context);
            });
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "look", "{}"), call("2", "look", "{}")), says("Done."));
    ReactAgent agent = agent(mode, model).tools(slow);

    RunResult result = say(mode == LEGACY ? agent.modelPolicy(brief) : agent.toolPolicy(brief));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldMakeNoCallAgainForAnAnswer(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(THREE, says("All done."));
    Approval each = Approval.of("look", "pay", "mail").perCall();
    RunResult result = say(agent(mode, model).approve(each));
    while (result.status() == RunStatus.WAITING) {
      result = answer(Answer.to(result.interrupts().get(0).id(), APPROVE));
    }

    assertWhole(result);
    assertThat(model.requests()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowTheCallsOfAMessageInOneQuestion(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(calls(call("0", "look", "{}")), THREE, says("All done."));

    RunResult asked = say(agent(mode, model).approve("pay", "mail"));
    List<String> before = List.copyOf(made);
    RunResult result = answer(Answer.single(Map.of("decisions", List.of(APPROVE, APPROVE))));

    assertThat(asked.interrupts()).hasSize(1);
    assertThat(before).containsExactly("look");
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).containsExactlyInAnyOrder("look", "look", "pay", "mail");
    assertThat(model.requests()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskAtALimitInTheMiddleOfATurn(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(THREE, says("All done."));
    Limits one = Limits.perTurn(turn -> turn.modelCalls(1)).onReached(Limits.Reaction.ASK);

    RunResult asked = say(agent(mode, model).limits(one));
    RunResult result = approve();

    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    assertWhole(result);
    assertThat(model.requests()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeANewInputInPlaceOfAnAnswer(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(THREE, says("Never mind."));
    ReactAgent agent = agent(mode, model).approve(Approval.of("pay").perCall());
    say(agent);

    RunResult result = say(agent);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).last().isEqualTo("Never mind.");
    assertPaired(result);
    assertThat(made).doesNotContain("pay");
  }

  @ParameterizedTest
  @EnumSource
  void shouldHeedAnAnswerThatBringsAMessage(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(THREE, says("All done."));
    ReactAgent agent = agent(mode, model).approve(Approval.of("pay").perCall());
    say(agent);
    Steering hurry = Steering.update(StateUpdate.of(MESSAGES, Message.user("Hurry!")));

    RunResult result =
        await(
            runtime()
                .resume(thread(), thread() + "-hurry", List.of(Answer.single(APPROVE)), hurry));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).containsExactlyInAnyOrder("look", "pay", "mail");
    assertThat(texts(result)).contains("pay done", "Hurry!", "All done.");
    assertPaired(result);
  }

  @ParameterizedTest
  @EnumSource
  void shouldRepairAnAnswerInEveryMode(ExecutionMode mode) {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "look", "{}"), call("v", "answer", "{\"granted\":\"maybe\"}")),
            says("{\"granted\":1}"),
            calls(call("w", "answer", "{\"granted\":true}")));

    RunResult result = say(agent(mode, model).with(new TodoList()).answer(Verdict.class));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class))).isEqualTo(new Verdict(true));
    assertThat(made).containsExactly("look");
  }

  private String breakOnce(String tool, ToolContext context) {
    String done = make(tool, context);
    if (made.stream().filter(tool::equals).count() == 1) {
      throw new IllegalStateException("The letter box is full.");
    }
    return done;
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunAFailedTaskAgainWithTheSameKeys(ExecutionMode mode) {
    NodePolicy twice = NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();
    ToolSpecification mail = ToolSpecification.builder().name("mail").build();
    Toolset breaking =
        tool("look").and(tool("pay")).and(Toolset.of(mail, (call, it) -> breakOnce("mail", it)));
    ScriptedChat model =
        mode == LEGACY
            ? ScriptedChat.of(THREE, THREE, says("All done."))
            : ScriptedChat.of(THREE, says("All done."));
    ReactAgent agent = agent(mode, model).tools(breaking);

    RunResult result = say(mode == LEGACY ? agent.modelPolicy(twice) : agent.toolPolicy(twice));

    int repeated = mode == GRAPH_PARALLEL ? 1 : 3;
    assertThat(texts(result)).last().isEqualTo("All done.");
    assertThat(made).hasSize(3 + repeated);
    assertThat(Set.copyOf(keys)).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"GRAPH", "GRAPH_PARALLEL"})
  void shouldEndWithAnAnswerThoughACallBesideItIsSkipped(ExecutionMode mode) {
    Toolset failing =
        Toolset.of(
            ToolSpecification.builder().name("mail").build(),
            (call, context) -> {
              throw new IllegalStateException("The letter box is full.");
            });
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "mail", "{}"), call("v", "answer", "{\"granted\":true}")),
            calls(call("w", "answer", "{\"granted\":false}")));
    ReactAgent agent = agent(mode, model).tools(failing).answer(Verdict.class);
    RunResult parked = say(agent);

    Message told = Message.result(new ToolCall("1", "mail", "{}"), "Sent by hand.");
    RunResult result = answer(Answer.skip(StateUpdate.of(MESSAGES, told)));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests()).hasSize(1);
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class))).isEqualTo(new Verdict(true));
  }
}
