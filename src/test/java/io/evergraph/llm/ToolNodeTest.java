package io.evergraph.llm;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that makes the calls of a chat's last message. */
class ToolNodeTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final NodePolicy QUICK =
      NodePolicy.builder()
          .retry(new RetryPolicy(3, Duration.ofMillis(1), 1, Duration.ofMillis(1), List.of()))
          .build();

  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    runtime.close();
  }

  private RunResult run(ToolExecutor executor, Message... said) {
    return run(executor, ToolErrorPolicy.FAIL, said);
  }

  private RunResult run(ToolExecutor executor, ToolErrorPolicy errors, Message... said) {
    Toolset tools = Toolset.of(ToolSpecification.builder().name("echo").build(), executor);
    Graph graph =
        Graph.builder("calling")
            .channels(CHAT)
            .node("tools", ToolNode.of(tools, CHAT).onFailure(errors), QUICK)
            .edge(START, "tools")
            .build();
    return runtime.start(graph, ThreadId.random(), StateUpdate.of(CHAT, said)).await();
  }

  private static ToolCall echo(String id, String arguments) {
    return new ToolCall(id, "echo", arguments);
  }

  @Test
  void shouldTellTheModelOfACancellationThatIsNotThatOfItsTask() {
    RunResult result =
        run(
            (call, context) -> {
              throw new CancellationException("no longer wanted");
            },
            ToolErrorPolicy.TELL_MODEL,
            Message.assistant("", echo("1", "{}")));

    assertThat(result.state().get(CHAT))
        .extracting(Message::text)
        .endsWith("CancellationException: no longer wanted");
  }

  @Test
  void shouldMakeTheCallsInOrderAndAnswerEachAtItsPosition() {
    RunResult result =
        run(
            (call, context) -> context.index() + call.arguments(),
            Message.user("Hi"),
            Message.assistant("", echo("same", "{}"), echo("same", "{\"b\":1}")));

    assertThat(result.state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("Hi", "", "0{}", "1{\"b\":1}");
    assertThat(result.state().get(CHAT).get(3))
        .isEqualTo(
            new Message.Tool(
                result.state().get(CHAT).get(3).id(),
                "same",
                "echo",
                "1{\"b\":1}",
                Outcome.SUCCESS));
  }

  @Test
  void shouldGiveEachCallAKeyOfItsOwnThatEveryAttemptRepeats() {
    RunResult result =
        run(
            (call, context) -> {
              made.add(context.idempotencyKey());
              if (made.size() == 2) {
                throw new IllegalStateException("The second call fails once");
              }
              return "";
            },
            Message.assistant("", echo("1", ""), echo("2", "")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).hasSize(4);
    assertThat(made.subList(2, 4)).isEqualTo(made.subList(0, 2));
    assertThat(made.get(0)).isNotEqualTo(made.get(1));
  }

  @Test
  void shouldTellTheModelWhatItCanMend() {
    RunResult result =
        run(
            (call, context) -> {
              throw new ToolCallException("Which city?");
            },
            Message.assistant("", echo("1", "{}"), new ToolCall("2", "ecko", "{}")));

    List<Message> chat = result.state().get(CHAT);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(chat.get(1).text()).isEqualTo("Which city?");
    assertThat(chat.get(2).text()).isEqualTo("There is no tool 'ecko'. Use one of these: echo.");
    assertThat(chat.subList(1, 3))
        .allSatisfy(
            message -> assertThat(((Message.Tool) message).outcome()).isEqualTo(Outcome.ERROR));
  }

  @Test
  void shouldFailWithTheToolAfterItsAttempts() {
    RunResult result =
        run(
            (call, context) -> {
              made.add(call.id());
              throw new IllegalStateException("The service is down");
            },
            Message.assistant("", echo("1", "{}")));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(made).hasSize(3);
    assertThat(((TaskFailedException) result.error().orElseThrow()).reason())
        .isEqualTo("The service is down");
  }

  @Test
  void shouldTellTheModelWhateverWasThrownWhereThePolicySaysSo() {
    RunResult result =
        run(
            (call, context) -> {
              made.add(call.id());
              throw new IOException("The service is down");
            },
            ToolErrorPolicy.TELL_MODEL,
            Message.assistant("", echo("1", "{}")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).containsExactly("1");
    assertThat(result.state().get(CHAT).get(1))
        .isInstanceOfSatisfying(
            Message.Tool.class,
            told -> {
              assertThat(told.outcome()).isEqualTo(Outcome.ERROR);
              assertThat(told.text()).isEqualTo("IOException: The service is down");
            });
  }

  @Test
  void shouldFailWithErrorsThatThePolicyDoesNotName() {
    RunResult result =
        run(
            (call, context) -> {
              made.add(call.id());
              throw new IllegalStateException("The service is down");
            },
            ToolErrorPolicy.tell(IOException.class),
            Message.assistant("", echo("1", "{}")));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(made).hasSize(3);
  }

  @Test
  void shouldDoNothingWhenTheLastMessageCallsNothing() {
    RunResult result =
        run((call, context) -> "", Message.assistant("", echo("1", "")), Message.user("Stop"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(CHAT)).hasSize(2);
  }
}
