package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.ToolSource;
import io.evergraph.llm.tool.ToolSourceLostException;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of tools whose source cannot be asked any more once the model has called them. */
class LostSourceContract extends RuntimeContract {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private static final String LOST =
      "ToolSourceLostException: Expected the tools of 'crm' to be there but found: IOException: gone";

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger sent = new AtomicInteger();

  /** A source that is away when it is asked for the second time. */
  private final class Crm implements ToolSource {
    @Override
    public String name() {
      return "crm";
    }

    @Override
    public List<ToolSpecification> tools() {
      if (asked.incrementAndGet() == 2) {
        throw new ToolSourceLostException("crm", new IOException("gone"));
      }
      return List.of(ToolSpecification.builder().name("find").description("Finds").build());
    }

    @Override
    public String execute(ToolCall call, ToolContext context) {
      return "found";
    }
  }

  /** A tool that is always there. */
  private final class Desk {
    @Tool("Sends a letter")
    String mail() {
      sent.incrementAndGet();
      return "sent";
    }
  }

  /** Changes what the model is told. */
  private static final class Marking implements AgentHook {
    @Override
    public String afterTool(ToolCall call, String told, HookContext context) {
      return "Marked: " + told;
    }
  }

  private ReactAgent agent(ToolErrorPolicy errors, AiMessage called) {
    Toolset crm = Toolset.source(new Crm()).policy("crm", ONCE).onFailure("crm", errors);
    ScriptedChat model = ScriptedChat.of(called, says("Done."));
    return ReactAgent.of("agent-" + thread().value(), ModelSource.of(model))
        .tools(crm.and(Toolset.from(new Desk())));
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static AiMessage find() {
    return calls(call("1", "crm_find", "{}"));
  }

  private static AiMessage findAndMail() {
    return calls(call("1", "crm_find", "{}"), call("2", "mail", "{}"));
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(Message::text)
        .toList();
  }

  @Test
  void shouldTellTheModelAndItsHooksOfACallWhoseSourceIsLost() {
    RunResult result = say(agent(ToolErrorPolicy.TELL_MODEL, find()).with(new Marking()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).singleElement().asString().startsWith("Marked: " + LOST);
    assertThat(((Message.Tool) result.state().get(MESSAGES).get(2)).outcome())
        .isEqualTo(Message.Outcome.ERROR);
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellTheModelInEachExecutionMode(ExecutionMode mode) {
    Toolset crm = Toolset.source(new Crm()).onFailure("crm", ToolErrorPolicy.TELL_MODEL);
    ScriptedChat model = ScriptedChat.of(findAndMail(), says("Done."));

    RunResult result =
        say(
            ReactAgent.of("agent-" + thread().value(), ModelSource.of(model))
                .tools(crm.and(Toolset.from(new Desk())))
                .mode(mode));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .satisfiesExactly(
            lost -> assertThat(lost).startsWith(LOST), sent -> assertThat(sent).isEqualTo("sent"));
  }

  @Test
  void shouldTellTheModelBeforeAPersonIsAskedAboutTheCall() {
    RunResult result =
        say(agent(ToolErrorPolicy.TELL_MODEL, find()).approve(Approval.of("crm_find").perCall()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).singleElement().asString().startsWith(LOST);
  }

  @Test
  void shouldShowAPersonTheOtherCallsOfTheMessage() {
    RunResult waiting =
        say(agent(ToolErrorPolicy.TELL_MODEL, findAndMail()).approve("crm_find", "mail"));
    RunResult result =
        answer(Answer.single(Map.of("decisions", List.of(Map.of("type", "approve")))));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .satisfiesExactly(
            lost -> assertThat(lost).startsWith(LOST), sent -> assertThat(sent).isEqualTo("sent"));
  }

  @Test
  void shouldRunNoToolOfANodeForAllCallsBeforeTheSourceIsBack() {
    asked.set(1);
    Toolset tools = Toolset.from(new Desk()).and(Toolset.source(new Crm()));
    NodePolicy twice = NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();
    Graph graph =
        Graph.builder("calls-" + thread())
            .channels(MESSAGES)
            .node("tools", ToolNode.of(tools, MESSAGES), twice)
            .edge(Graph.START, "tools")
            .build();
    ToolCall mail = new ToolCall("1", "mail", "{}");
    Message caller = Message.assistant("", mail, new ToolCall("2", "crm_find", "{}"));

    RunResult result = start(graph, StateUpdate.of(MESSAGES, caller));

    assertThat(results(result)).containsExactly("sent", "found");
    assertThat(sent).hasValue(1);
  }

  @Test
  void shouldParkWhereTheModelIsNotToBeTold() {
    RunResult parked = say(agent(ToolErrorPolicy.FAIL, find()));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.error().orElseThrow()).hasMessageContaining("ToolSourceLostException");
  }
}
