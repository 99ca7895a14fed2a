package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each call of a tool is a task of its own, which people may decide about. */
class ToolCallContract extends RuntimeContract {
  private static final NodePolicy TWICE =
      NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();

  private final Shop shop = new Shop();

  /** Tools as users write them. */
  private static final class Shop {
    private final Queue<String> made = new ConcurrentLinkedQueue<>();
    private final CyclicBarrier together = new CyclicBarrier(3);
    private final CyclicBarrier pair = new CyclicBarrier(2);
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Tool("Pays somebody")
    String pay(@P("amount") int amount) {
      made.add("pay " + amount);
      return "paid " + amount;
    }

    @Tool("Sends a letter")
    String mail(@P("to") String to) {
      made.add("mail " + to);
      return "sent to " + to;
    }

    @Tool("Drops everything")
    String drop() {
      made.add("drop");
      return "dropped";
    }

    @Tool("Is there until another one is")
    String stay(@P("who") String who) throws Exception {
      most.accumulateAndGet(present.incrementAndGet(), Math::max);
      pair.await(20, TimeUnit.SECONDS);
      present.decrementAndGet();
      return who;
    }

    @Tool("Meets others")
    String meet(@P("who") String who) throws Exception {
      together.await(20, TimeUnit.SECONDS);
      return who + " was there";
    }

    @Tool("Never works")
    String broken(@P("mendable") boolean mendable) throws IOException {
      made.add("broken");
      if (mendable) {
        throw new ToolCallException("Try it on Monday.");
      }
      throw new IOException("no line");
    }
  }

  private ReactAgent agent(AiMessage... script) {
    return ReactAgent.of("agent-" + thread().value(), ModelSource.of(ScriptedChat.of(script)))
        .tools(Toolset.from(shop).policy("broken", TWICE));
  }

  @Test
  void shouldDropWhatAToolHasWrittenThatFails() {
    Channel<Boolean> booked = Channel.of("booked", Boolean.class);
    Toolset booking =
        Toolset.of(
            ToolSpecification.builder().name("book").build(),
            (call, context) -> {
              context.write(StateUpdate.of(booked, true));
              throw new ToolCallException("The hotel does not answer.");
            });

    RunResult result =
        say(
            ReactAgent.of(
                    "agent-" + thread().value(),
                    ModelSource.of(ScriptedChat.of(calls(call("b", "book", "{}")), says("Sorry."))))
                .channels(booked)
                .tools(booking));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().find(booked)).isEmpty();
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  @Test
  void shouldMakeNoMoreCallsAtOnceThanTheAgentAllows() {
    ToolExecutionRequest[] six =
        IntStream.range(0, 6)
            .mapToObj(it -> call("c" + it, "stay", "{\"who\":\"" + it + "\"}"))
            .toArray(ToolExecutionRequest[]::new);

    RunResult result = say(agent(calls(six), says("Done.")).maxParallelTools(2));

    assertThat(results(result)).containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(shop.most).hasValue(2);
  }

  private RunResult decide(Object decision) {
    return answer(Answer.single(decision));
  }

  private static Map<String, Object> decisions(Object... each) {
    return Map.of("decisions", List.of(each));
  }

  private static Map<String, Object> edit(String tool, Map<String, Object> args) {
    return Map.of("type", "edit", "edited_action", Map.of("name", tool, "args", args));
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
        .toList();
  }

  @Test
  void shouldMakeCallsSideBySideAndKeepTheirOrder() {
    RunResult result =
        say(
            agent(
                calls(
                    call("1", "meet", "{\"who\":\"Ann\"}"),
                    call("2", "meet", "{\"who\":\"Bob\"}"),
                    call("3", "meet", "{\"who\":\"Cid\"}")),
                says("All met.")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("Ann was there", "Bob was there", "Cid was there");
    assertThat(nodes()).contains("meet").doesNotContain("tools");
  }

  @Test
  void shouldTellTheModelWhichArgumentDoesNotFit() {
    RunResult result =
        say(
            agent(
                calls(call("1", "pay", "{\"amount\":\"much\"}")),
                calls(call("2", "pay", "{\"amount\":7}")),
                says("Paid.")));

    assertThat(results(result).get(0))
        .contains("'pay'", "amount", "string found, integer expected");
    assertThat(results(result).get(1)).isEqualTo("paid 7");
    assertThat(shop.made).containsExactly("pay 7");
  }

  @Test
  void shouldTellTheModelWhichToolsThereAre() {
    RunResult result = say(agent(calls(call("1", "nope", "{}")), says("I see.")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).get(0)).startsWith("There is no tool 'nope'.").contains("pay");
  }

  @Test
  void shouldParkWithTheToolAfterItsAttemptsAndGoOnWithTheWordsOfAPerson() {
    RunResult parked =
        say(
            agent(
                calls(
                    call("1", "broken", "{\"mendable\":false}"),
                    call("2", "mail", "{\"to\":\"Ann\"}")),
                says("Done.")));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(((TaskFailedException) parked.error().orElseThrow()).node()).isEqualTo("broken");
    assertThat(shop.made).containsExactlyInAnyOrder("broken", "broken", "mail Ann");

    RunResult result =
        answer(
            Answer.skip(
                StateUpdate.of(
                    MESSAGES,
                    new Message.Tool("", "1", "broken", "unavailable", Message.Outcome.ERROR))));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("unavailable", "sent to Ann");
    assertThat(shop.made).hasSize(3);
  }

  @Test
  void shouldTellTheModelOfFailuresWhereTheToolsSaySo() {
    Toolset telling =
        Toolset.from(shop).policy("broken", TWICE).onFailure("broken", ToolErrorPolicy.TELL_MODEL);

    RunResult result =
        say(
            agent(
                    calls(
                        call("1", "broken", "{\"mendable\":false}"),
                        call("2", "broken", "{\"mendable\":true}")),
                    says("Too bad."))
                .tools(telling));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("IOException: no line", "Try it on Monday.");
  }

  @Test
  void shouldAskForEachCallAloneAndGoOnWithTheOthers() {
    RunResult waiting =
        say(
            agent(
                    calls(
                        call("1", "pay", "{\"amount\":7}"), call("2", "mail", "{\"to\":\"Ann\"}")),
                    says("Done."))
                .approve(Approval.of("pay", "mail").perCall()));
    Interrupt mail = waiting.interrupts().get(1);
    assertThat(waiting.interrupts()).hasSize(2);
    assertThat((Map<?, ?>) mail.value())
        .isEqualTo(
            Map.of(
                "type", "tool_approval",
                "tool_call_id", "2",
                "name", "mail",
                "args", Map.of("to", "Ann"),
                "description", "Sends a letter"));

    RunResult partly = answer(Answer.to(mail.id(), Map.of("type", "approve")));
    assertThat(partly.status()).isEqualTo(RunStatus.WAITING);
    assertThat(shop.made).containsExactly("mail Ann");
    RunResult result = decide(Map.of("type", "reject", "message", "no money"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactly("A reviewer rejected this call: no money", "sent to Ann");
    assertThat(shop.made).containsExactly("mail Ann");
  }

  @Test
  void shouldTakeADecisionForEachCallInOneAnswer() {
    say(
        agent(
                calls(
                    call("1", "pay", "{\"amount\":7}"),
                    call("2", "mail", "{\"to\":\"a\"}"),
                    call("3", "drop", "{}")),
                says("Done."))
            .approve("pay", "mail", "drop"));

    RunResult result =
        decide(
            decisions(
                Map.of("type", "approve"),
                edit("mail", Map.of("to", "b")),
                Map.of("type", "reject", "message", "no")));

    assertThat(shop.made).containsExactlyInAnyOrder("pay 7", "mail b");
    assertThat(results(result))
        .containsExactly(
            "paid 7",
            "A reviewer changed this call; made was mail {\"to\":\"b\"}\n\nsent to b",
            "A reviewer rejected this call: no");
    Message.Assistant caller = (Message.Assistant) result.state().get(MESSAGES).get(1);
    assertThat(caller.toolCalls().get(1).arguments()).isEqualTo("{\"to\":\"a\"}");
  }

  @Test
  void shouldKeepTheQuestionWhereAnAnswerDoesNotFitTheTool() {
    RunResult waiting =
        say(
            agent(
                    calls(call("1", "pay", "{\"amount\":7}"), call("2", "mail", "{\"to\":\"a\"}")),
                    says("Done."))
                .approve(Approval.of("pay").allow(Kind.APPROVE, Kind.EDIT), Approval.of("mail")));
    Map<String, Object> approve = Map.of("type", "approve");

    for (Object wrong :
        List.of(
            decisions(approve),
            decisions(approve, approve, approve),
            decisions(Map.of("type", "reject", "message", "no"), approve),
            decisions(Map.of("type", "edit"), approve),
            decisions(edit("pay", Map.of("amount", "much")), approve),
            decisions(edit("nope", Map.of()), approve),
            decisions(approve, Map.of("type", "respond")))) {
      assertThatThrownBy(() -> decide(wrong))
          .describedAs("%s", wrong)
          .isInstanceOf(InvalidAnswerException.class);
    }
    assertThat(runtime().snapshot(thread()).interrupts()).isEqualTo(waiting.interrupts());
    assertThat(shop.made).isEmpty();

    RunResult result = decide(decisions(edit("pay", Map.of("amount", 5)), approve));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(shop.made).containsExactlyInAnyOrder("pay 5", "mail a");
  }

  @Test
  void shouldAskOnlyForCallsThatTheConditionNames() {
    Approval large = Approval.of("pay").when(call -> call.number("amount") > 100);

    RunResult small =
        say(agent(calls(call("1", "pay", "{\"amount\":7}")), says("a")).approve(large));
    newThread();
    RunResult waiting =
        say(agent(calls(call("1", "pay", "{\"amount\":700}")), says("b")).approve(large));

    assertThat(small.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(decide(Map.of("type", "respond", "message", "Paid by hand.")).status())
        .isEqualTo(RunStatus.FINISHED);
    assertThat(shop.made).containsExactly("pay 7");
  }

  @Test
  void shouldRejectCallsThatNobodyDecidesAboutInTime() {
    RunResult result =
        say(
            agent(calls(call("1", "pay", "{\"amount\":7}")), says("Then not."))
                .approve(Approval.of("pay").expiresAfter(Duration.ofMillis(300))));
    List<RunEvent> unused = awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(result.status()).isEqualTo(RunStatus.WAITING);
    assertThat(runtime().snapshot(thread()).state().get(MESSAGES).get(2).text())
        .isEqualTo("A reviewer rejected this call: Nobody has decided in time.");
    assertThat(shop.made).isEmpty();
  }
}
