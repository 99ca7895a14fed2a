package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.CallDecision;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.ToolSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of calls of tools whose time is up. */
@Tag("slow")
class ToolTimeoutContract extends RuntimeContract {
  private static final NodePolicy ONCE =
      NodePolicy.builder().attempts(1).timeout(Duration.ofMillis(150)).build();

  private static final NodePolicy TWICE =
      ONCE.toBuilder().attempts(2).interval(Duration.ofMillis(1)).build();

  private static final String SLOW =
      "NodeTimeoutException: Node 'slow' gave no sign of life for PT0.15S";

  private static final AiMessage SLOW_AND_MAIL =
      calls(call("1", "slow", "{\"who\":\"Ann\"}"), call("2", "mail", "{}"));

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  /** Tools that take too long, and one that does not. */
  private final class Desk {
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Tool("Waits for somebody")
    String slow(@P("who") String who) throws InterruptedException {
      made.add("slow " + who);
      return waited();
    }

    @Tool("Waits and does not listen")
    String deaf() {
      made.add("deaf");
      while (release.getCount() > 0) {
        try {
          release.await();
        } catch (InterruptedException ignored) {
          // that is the point
        }
      }
      ended.countDown();
      return "much too late";
    }

    @Tool("Sends a letter")
    String mail() {
      made.add("mail");
      return "sent";
    }
  }

  private static String waited() throws InterruptedException {
    new CountDownLatch(1).await();
    return "came";
  }

  private ReactAgent agent(Toolset tools, AiMessage... script) {
    return agent("agent", tools, ScriptedChat.of(script));
  }

  private ReactAgent agent(String name, Toolset tools, ScriptedChat model) {
    return ReactAgent.of(name + "-" + thread().value(), ModelSource.of(model)).tools(tools);
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static List<String> results(RunResult result) {
    return results(result.state().get(MESSAGES));
  }

  private static List<String> results(List<Message> chat) {
    return chat.stream().filter(Message.Tool.class::isInstance).map(Message::text).toList();
  }

  private Toolset slow(NodePolicy policy, ToolErrorPolicy errors) {
    return Toolset.from(new Desk()).policy("slow", policy).onFailure("slow", errors);
  }

  @Test
  void shouldTellTheModelThatAToolHasTimedOutInAllItsAttempts() {
    ScriptedChat model = ScriptedChat.of(SLOW_AND_MAIL, says("Nobody came."));

    RunResult result = say(agent("agent", slow(TWICE, ToolErrorPolicy.TELL_MODEL), model));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .satisfiesExactly(
            told -> assertThat(told).startsWith(SLOW), sent -> assertThat(sent).isEqualTo("sent"));
    Message.Tool told = (Message.Tool) result.state().get(MESSAGES).get(2);
    assertThat(told.outcome()).isEqualTo(Message.Outcome.ERROR);
    assertThat(model.requests().get(1).messages().toString()).contains(SLOW);
    assertThat(made).containsExactlyInAnyOrder("slow Ann", "slow Ann", "mail");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RunEvent.TaskFinished.class::isInstance)
        .map(RunEvent.TaskFinished.class::cast)
        .filteredOn(event -> event.node().equals("slow"))
        .singleElement()
        .satisfies(event -> assertThat(event.report().attempts()).isEqualTo(2));
  }

  @Test
  void shouldParkWithTheTimeoutAndKeepTheOtherResultsWhereTheModelIsNotToBeTold() {
    for (ToolErrorPolicy errors :
        List.of(ToolErrorPolicy.FAIL, ToolErrorPolicy.tell(IOException.class))) {
      made.clear();
      newThread();

      RunResult parked = say(agent(slow(ONCE, errors), SLOW_AND_MAIL, says("Nobody came.")));
      TaskFailedException failure = (TaskFailedException) parked.error().orElseThrow();
      Message byHand = new Message.Tool("", "1", "slow", "by hand", Message.Outcome.SUCCESS);
      RunResult result = answer(Answer.skip(StateUpdate.of(MESSAGES, byHand)));

      assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
      assertThat(failure.node()).isEqualTo("slow");
      assertThat(failure).hasMessageContaining("NodeTimeoutException");
      assertThat(results(result)).containsExactly("by hand", "sent");
      assertThat(made).containsExactlyInAnyOrder("slow Ann", "mail");
    }
  }

  @Test
  void shouldTellTheModelWhereTheToolSaysSoOfTimeoutsAlone() {
    ToolErrorPolicy errors = ToolErrorPolicy.tell(NodeTimeoutException.class);

    RunResult result = say(agent(slow(ONCE, errors), SLOW_AND_MAIL, says("Nobody came.")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).get(0)).startsWith(SLOW);
  }

  @Test
  void shouldDropWhatAToolReturnsLateThatDoesNotHeedInterrupts() throws InterruptedException {
    Desk desk = new Desk();
    NodePolicy policy = ONCE.toBuilder().hardTimeout(ONCE.timeout()).build();
    Toolset tools =
        Toolset.from(desk).policy("deaf", policy).onFailure("deaf", ToolErrorPolicy.TELL_MODEL);

    RunResult result;
    try {
      result = say(agent(tools, calls(call("1", "deaf", "{}")), says("Nobody came.")));
    } finally {
      desk.release.countDown();
    }

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .singleElement()
        .asString()
        .startsWith("NodeTimeoutException: Node 'deaf'");
    assertThat(desk.ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(results(runtime().snapshot(thread()).state().get(MESSAGES)))
        .isEqualTo(results(result));
    assertThat(made).containsExactly("deaf");
  }

  @Test
  void shouldKeepWhatAPersonHasDecidedAboutACallThatTimesOut() {
    RunResult waiting =
        say(
            agent(slow(ONCE, ToolErrorPolicy.TELL_MODEL), SLOW_AND_MAIL, says("Nobody came."))
                .approve(Approval.of("slow").perCall()));
    RunResult result =
        answer(Answer.single(Map.of("type", "edit", "args", Map.of("who", "Bob"), "by", "Cid")));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).get(0))
        .startsWith("A reviewer changed this call; made was slow {\"who\":\"Bob\"}\n\n" + SLOW);
    assertThat(Approval.decisions(result.state()))
        .singleElement()
        .satisfies(
            decision -> {
              assertThat(decision.kind()).isEqualTo(CallDecision.Kind.EDIT);
              assertThat(decision.by()).isEqualTo("Cid");
            });
    assertThat(made).containsExactlyInAnyOrder("slow Bob", "mail");
  }

  /** A source with one tool, which takes too long. */
  private static final class SlowSource implements ToolSource {
    @Override
    public String name() {
      return "crm";
    }

    @Override
    public List<ToolSpecification> tools() {
      return List.of(ToolSpecification.builder().name("find").description("Finds").build());
    }

    @Override
    public String execute(ToolCall call, ToolContext context) throws Exception {
      return waited();
    }
  }

  @Test
  void shouldTellTheModelOfAToolOfASourceThatAPersonHasApproved() {
    Toolset tools =
        Toolset.source(new SlowSource())
            .policy("crm", ONCE)
            .onFailure("crm", ToolErrorPolicy.TELL_MODEL);

    RunResult waiting =
        say(
            agent(tools, calls(call("1", "crm_find", "{}")), says("Nothing found."))
                .approve(Approval.of("crm_find").perCall()));
    RunResult result = answer(Answer.single(Map.of("type", "approve")));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .singleElement()
        .asString()
        .startsWith("NodeTimeoutException: Node 'tools.crm'");
  }

  @Test
  void shouldTellTheModelOfATimeoutInsideAGraph() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "slow", "{\"who\":\"Ann\"}")));
    ReactAgent inner = agent("inner", slow(ONCE, ToolErrorPolicy.FAIL), model);
    Toolset tools = Toolset.agent(inner.build(), "waits").onFailure(ToolErrorPolicy.TELL_MODEL);
    AiMessage task = calls(call("1", tools.names().get(0), "{\"task\":\"wait\"}"));

    RunResult result = say(agent("outer", tools, ScriptedChat.of(task, says("Nobody came."))));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).singleElement().asString().startsWith(SLOW);
  }

  @Test
  void shouldParkWhereTheTimeIsThatOfAllCallsOfAMessage() {
    Toolset tools = Toolset.from(new Desk()).onFailure(ToolErrorPolicy.TELL_MODEL);

    RunResult parked = say(agent(tools, SLOW_AND_MAIL).toolPolicy(ONCE).mode(ExecutionMode.GRAPH));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error().orElseThrow()).hasMessageContaining("NodeTimeoutException");
  }
}
