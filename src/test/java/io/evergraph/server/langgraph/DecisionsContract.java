package io.evergraph.server.langgraph;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.server.TestServer.Reply;
import org.junit.jupiter.api.Test;

/** Who decided what about an agent's calls, as a client of the REST interface reads it. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class DecisionsContract extends RestContract {
  private static final String EDIT =
      "{'assistant_id':'payer','command':{'resume':{'type':'edit','args':{'amount':3},'by':'eve'}}}";

  DecisionsContract() {
    super(payer());
  }

  private static AiMessage pays() {
    return calls(call("p", "pay", "{\"amount\":300}"));
  }

  private static Graph payer() {
    ScriptedChat model = ScriptedChat.of(pays(), says("Paid."), pays(), says("Paid."));
    return ReactAgent.of("payer", ModelSource.of(model))
        .tools(Toolset.from(new Bank()))
        .approve("pay")
        .build();
  }

  /** A tool as users write it. */
  private static final class Bank {
    @Tool("Pays somebody")
    String pay(@P("amount") int amount) {
      return "paid " + amount;
    }
  }

  @Test
  void shouldShowWhoDecidedWhatInTheStateAndTakeNoneFromClients() {
    String thread = newThread();
    await(thread, "{'assistant_id':'payer','input':{'messages':[{'role':'user','content':'Hi'}]}}");
    assertThat(await(thread, EDIT).status()).isEqualTo(200);

    JsonNode decision = state(thread).get("values").get("review.decisions").get(0);

    assertThat(decision.get("by").asText()).isEqualTo("eve");
    assertThat(decision.get("kind").asText()).isEqualToIgnoringCase("edit");
    assertThat(decision.get("asked").get("args").get("amount").asInt()).isEqualTo(300);
    assertThat(decision.get("made").get("args").get("amount").asInt()).isEqualTo(3);
    Reply forged = post("/threads/" + thread + "/state", "{'values':{'review.decisions':[]}}");
    assertThat(forged.status()).isEqualTo(422);
    assertThat(state(thread).get("values").get("review.decisions")).hasSize(1);
  }
}
