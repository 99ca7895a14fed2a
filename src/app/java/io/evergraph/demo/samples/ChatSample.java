package io.evergraph.demo.samples;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Graph;
import io.evergraph.llm.Message;
import io.evergraph.llm.Messages;
import io.evergraph.llm.ModelNode;
import io.evergraph.llm.ModelSource;
import io.evergraph.llm.StreamedModel;
import io.evergraph.state.ListChannel;

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
}
