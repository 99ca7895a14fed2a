package io.evergraph.demo.bench;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunMode;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;

/** An agent whose model calls a tool in every turn, and says so many times that it is done. */
final class ReactTurns {
  private static final int MESSAGE_LENGTH = 500;
  private static final String DONE = "done";
  private static final String TOOL = "look";

  private ReactTurns() {}

  static Workload workload(int turns, NodePolicy policy, RunMode mode, Runnable onTurn) {
    ToolSpecification look =
        ToolSpecification.builder().name(TOOL).description("Looks something up.").build();
    Graph graph =
        ReactAgent.of("bench-react" + turns, ModelSource.of(new CountingModel(turns)))
            .tools(Toolset.of(look, (call, context) -> found(call.id(), onTurn)))
            .toolPolicy(policy)
            .limits(Limits.perTurn(turn -> turn.modelCalls(turns + 1)))
            .build();
    StateUpdate input =
        StateUpdate.of(ReactAgent.MESSAGES, Message.user(Prose.of(-1, MESSAGE_LENGTH)));
    List<Object> expected = List.of(2 * turns + 2, DONE);
    return new RunToEnd("react" + turns, mode, graph, input, ReactTurns::sizeAndEnd, expected);
  }

  private static String found(String call, Runnable onTurn) {
    onTurn.run();
    return Prose.of(call.hashCode(), MESSAGE_LENGTH);
  }

  private static Object sizeAndEnd(State state) {
    List<Message> messages = state.get(ReactAgent.MESSAGES);
    return List.of(messages.size(), messages.get(messages.size() - 1).text());
  }

  private record CountingModel(int turns) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      int made = (request.messages().size() - 1) / 2;
      return ChatResponse.builder()
          .aiMessage(made < turns ? call(made) : AiMessage.from(DONE))
          .build();
    }

    private static AiMessage call(int number) {
      ToolExecutionRequest call =
          ToolExecutionRequest.builder().id("call-" + number).name(TOOL).arguments("{}").build();
      return AiMessage.from(Prose.of(number, MESSAGE_LENGTH), List.of(call));
    }
  }
}
