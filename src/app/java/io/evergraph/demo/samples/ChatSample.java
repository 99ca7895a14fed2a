package io.evergraph.demo.samples;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.StreamedModel;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.regex.Pattern;

final class ChatSample {
  private static final ListChannel<Message> MESSAGES = Messages.channel("messages");

  private static final ModelSource MODEL = ModelSource.of(StreamedModel.of(new EchoModel()));

  private ChatSample() {}

  static Graph chat() {
    return Graph.builder("chat")
        .channels(MESSAGES)
        .node("agent", ModelNode.of(MODEL, MESSAGES), ModelNode.POLICY)
        .edge(START, "agent")
        .edge("agent", END)
        .build();
  }

  /** A model without a provider: repeats the last message, word by word. */
  private static final class EchoModel implements StreamingChatModel {
    private static final String PREFIX = "echo: ";
    private static final Pattern AFTER_BLANKS = Pattern.compile("(?<=\\s)(?=\\S)");

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      List<ChatMessage> messages = request.messages();
      String answer = PREFIX + text(messages.get(messages.size() - 1));
      AFTER_BLANKS.splitAsStream(answer).forEach(handler::onPartialResponse);
      handler.onCompleteResponse(ChatResponse.builder().aiMessage(AiMessage.from(answer)).build());
    }

    private static String text(ChatMessage message) {
      return switch (message.type()) {
        case USER -> ((UserMessage) message).singleText();
        case AI -> ((AiMessage) message).text();
        case SYSTEM -> ((SystemMessage) message).text();
        case TOOL_EXECUTION_RESULT -> ((ToolExecutionResultMessage) message).text();
        case CUSTOM -> "";
      };
    }
  }
}
