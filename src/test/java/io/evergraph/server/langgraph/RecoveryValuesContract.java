package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.ListChannel;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a failed task, with values as clients write them. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class RecoveryValuesContract extends RestContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  RecoveryValuesContract() {
    super(
        Graph.builder("careful")
            .channels(CHAT)
            .node(
                "check",
                context -> {
                  if (context.state().get(CHAT).size() < 2) {
                    throw new IllegalStateException("nobody has looked at it");
                  }
                  return Command.update(CHAT, List.of(Message.user("fine")));
                },
                NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(1)).build())
            .edge(Graph.START, "check")
            .build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'skip':true,'update':{'chat':[{'role':'user','content':'go on'}]}}",
        "{'edit':true,'values':{'chat':[{'role':'user','content':'a'},{'role':'user','content':'b'}]}}"
      })
  void shouldTakeMessagesAsClientsWriteThem(String command) {
    String thread = newThread();
    Reply parked =
        await(
            thread,
            "{'assistant_id':'careful','input':{'chat':[{'role':'user','content':'hello'}]}}");
    assertThat(parked.body()).contains("nobody has looked at it");

    Reply done = await(thread, "{'assistant_id':'careful','command':" + command + "}");

    assertThat(done.status()).as(done.body()).isEqualTo(200);
  }
}
