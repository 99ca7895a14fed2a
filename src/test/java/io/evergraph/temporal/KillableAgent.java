package io.evergraph.temporal;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;

/**
 * An agent that asks for three calls and then answers, on workers that are killed. Each execution
 * of its model and tools leaves a mark.
 */
record KillableAgent(Marks marks) {
  static final String ASKED = "asked";
  static final String ANSWERED = "answered";

  /** The input of a run. */
  static StateUpdate input() {
    return StateUpdate.of(ReactAgent.MESSAGES, Message.user("Hi"));
  }

  /** The agent, or one that asks about calls of {@code b}. */
  Graph graph() {
    return agent("killed-agent").build();
  }

  Graph approving() {
    return agent("approving-agent").approve(Approval.of("b").perCall()).build();
  }

  private ReactAgent agent(String name) {
    return ReactAgent.of(name, ModelSource.of(new Model(this)))
        .tools(tool("a").and(tool("b")).and(tool("c")));
  }

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          marks.ran(name, context.idempotencyKey());
          return name + " done";
        });
  }

  /** A model that knows from the chat what comes next, in whichever process. */
  private record Model(KillableAgent agent) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      boolean isDone =
          request.messages().stream().anyMatch(ToolExecutionResultMessage.class::isInstance);
      agent.marks.ran(isDone ? ANSWERED : ASKED, "");
      AiMessage said = isDone ? AiMessage.from("All done.") : AiMessage.from(call("a", "b", "c"));
      return ChatResponse.builder().aiMessage(said).build();
    }

    private static List<ToolExecutionRequest> call(String... names) {
      return Arrays.stream(names)
          .map(it -> ToolExecutionRequest.builder().id(it).name(it).arguments("{}").build())
          .toList();
    }
  }
}
