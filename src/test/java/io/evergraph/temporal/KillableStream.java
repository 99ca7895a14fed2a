package io.evergraph.temporal;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.StreamedModel;
import java.util.List;

/** An agent whose model says its words piece by piece and leaves a mark before the last one. */
record KillableStream(Marks marks) {
  static final List<String> PIECES = List.of("a", "b", "c", "d", "e", "f");

  /** The mark of an answer of the model. */
  static final String SPOKEN = "spoken";

  Graph graph() {
    return ReactAgent.of(
            "killed-stream",
            context -> StreamedModel.of(new Speaking(marks, context.idempotencyKey())))
        .build();
  }

  private record Speaking(Marks marks, String key) implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      int last = PIECES.size() - 1;
      PIECES.subList(0, last).forEach(handler::onPartialResponse);
      marks.ran(SPOKEN, key);
      handler.onPartialResponse(PIECES.get(last));
      AiMessage whole = AiMessage.from(String.join("", PIECES));
      handler.onCompleteResponse(ChatResponse.builder().aiMessage(whole).build());
    }
  }
}
