package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** A thread of an agent with limits that looks three times; each call of its tool is approved. */
record LimitedAgent(TemporalRuntime runtime, ThreadId thread, ScriptedChat model) {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));

  LimitedAgent(TemporalRuntime runtime) {
    this(runtime, ThreadId.random(), ScriptedChat.of(LOOK, LOOK, LOOK).reporting(1_000, 100));
  }

  /** Everything that is used up after two model calls and two calls of the tool. */
  enum Bounded {
    MODEL_CALLS("2 model calls", 2, bound -> bound.modelCalls(2)),
    TOOL_CALLS("2 calls of 'look'", 3, bound -> bound.toolCalls("look", 2)),
    TOKENS("2200 tokens", 2, bound -> bound.tokens(2_200)),
    COST("0.007 cost", 2, bound -> bound.cost("0.007"));

    private final String what;
    private final int modelCalls;
    private final UnaryOperator<Limits.Bound> bound;

    Bounded(String what, int modelCalls, UnaryOperator<Limits.Bound> bound) {
      this.what = what;
      this.modelCalls = modelCalls;
      this.bound = bound;
    }

    Limits ofTurn() {
      return priced(Limits.perTurn(bound));
    }

    Limits ofThread() {
      return priced(Limits.NONE.perThread(bound));
    }

    private static Limits priced(Limits limits) {
      return limits.onToolCallsReached(Reaction.END).pricedAt(Price.of("2.50", "10"));
    }
  }

  RunResult start(Limits limits) {
    Toolset look =
        Toolset.of(ToolSpecification.builder().name("look").build(), (call, context) -> "seen");
    Graph agent =
        ReactAgent.of("limited-" + thread.value(), ModelSource.of(model))
            .tools(look)
            .limits(limits)
            .approve("look")
            .build();
    return finish(runtime.start(agent, thread, StateUpdate.of(MESSAGES, Message.user("Hi"))));
  }

  RunResult approve() {
    return decide("approve");
  }

  RunResult reject() {
    return decide("reject");
  }

  private RunResult decide(String type) {
    return finish(runtime.answer(thread, Answer.single(Map.of("type", type))));
  }

  private static RunResult finish(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
  }

  /** A limit holds over the runs of two approvals, whatever happens before each of them. */
  void assertCounts(Bounded bounded, String scope, Runnable between) {
    Limits limits = scope.equals("turn") ? bounded.ofTurn() : bounded.ofThread();
    RunResult first = start(limits);
    between.run();
    RunResult second = approve();
    between.run();
    RunResult third = approve();

    assertThat(List.of(first.status(), second.status())).containsOnly(RunStatus.WAITING);
    assertThat(last(third)).isEqualTo("The limit of %s in one %s is reached.", bounded.what, scope);
    assertThat(model.requests()).hasSize(bounded.modelCalls);
  }

  /** A limit of one call is asked about at 1 and at 2, whatever happens before each answer. */
  void assertKeepsWhatIsAllowed(Runnable between) {
    RunResult unused =
        start(Limits.perTurn(turn -> turn.toolCalls("look", 1)).onToolCallsReached(Reaction.ASK));
    between.run();
    Object atOne = approve().interrupts().get(0).value();
    between.run();
    Object call = approve().interrupts().get(0).value();
    between.run();
    Object atTwo = approve().interrupts().get(0).value();
    between.run();
    RunResult ended = reject();

    assertThat(atOne).extracting("limit", "used").containsExactly(1, 1);
    assertThat(call).extracting("action_requests").isNotNull();
    assertThat(atTwo).extracting("limit", "used").containsExactly(2, 2);
    assertThat(last(ended)).isEqualTo("The limit of 2 calls of 'look' in one turn is reached.");
  }

  private static String last(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }
}
