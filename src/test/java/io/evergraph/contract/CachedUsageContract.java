package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a thread has used where answers of its model come from the cache. */
class CachedUsageContract extends RuntimeContract {
  private static final Channel<String> VALUE = Channel.of("value", String.class);
  private static final NodePolicy CACHED =
      NodePolicy.builder().cache(CachePolicy.ALWAYS.byChannels("value")).build();
  private static final String TOKENS = "The limit of 1500 tokens in one thread is reached.";

  private final ScriptedChat model =
      ScriptedChat.of(
              IntStream.range(0, 9).mapToObj(i -> says("said " + i)).toArray(AiMessage[]::new))
          .reporting(1_000, 100);

  /** A hook by which the model's node is another one. */
  private static final class Silent implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      return HookResult.goOn();
    }
  }

  private ReactAgent agent(Limits limits) {
    return ReactAgent.of("cached-" + thread(), ModelSource.of(model))
        .channels(VALUE)
        .limits(limits)
        .modelPolicy(CACHED);
  }

  private RunResult run(Graph graph, String thread, String value) {
    runtime().graphs().register(graph);
    StateUpdate input = StateUpdate.of(VALUE, value).with(MESSAGES, Message.user("Hi"));
    return await(runtime().start(graph, ThreadId.of(thread() + thread), input));
  }

  private String said(Graph agent, String thread, String value) {
    List<Message> chat = run(agent, thread, value).state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotCountTokensThatAnotherThreadHasUsed(boolean hooked) {
    ReactAgent limited = agent(Limits.NONE.perThread(thread -> thread.tokens(1_500)));
    Graph agent = (hooked ? limited.with(new Silent()) : limited).build();

    assertThat(said(agent, "-1", "x")).isEqualTo("said 0");
    assertThat(said(agent, "-2", "x")).isEqualTo("said 0");
    assertThat(said(agent, "-2", "y")).isEqualTo("said 1");
    assertThat(said(agent, "-2", "z")).isEqualTo("said 2");
    assertThat(said(agent, "-2", "w")).isEqualTo(TOKENS);
  }

  @Test
  void shouldKeepWhatTheThreadHasUsedItself() {
    Graph agent = agent(Limits.NONE.perThread(thread -> thread.tokens(1_500))).build();

    assertThat(said(agent, "-1", "x")).isEqualTo("said 0");
    assertThat(said(agent, "-2", "y")).isEqualTo("said 1");
    assertThat(said(agent, "-2", "x")).isEqualTo("said 0");
    assertThat(said(agent, "-2", "z")).isEqualTo("said 2");
    assertThat(said(agent, "-2", "x")).isEqualTo(TOKENS);
  }

  /** Otherwise an agent whose answers are kept would call its tools for ever. */
  @Test
  void shouldCountAsACallOfTheModel() {
    Graph agent = agent(Limits.NONE.perThread(thread -> thread.modelCalls(2))).build();

    assertThat(said(agent, "", "x")).isEqualTo("said 0");
    assertThat(said(agent, "", "x")).isEqualTo("said 0");
    assertThat(said(agent, "", "x")).startsWith("The limit of 2 model calls");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldAddNothingToWhatTheGraphAroundHasUsed() {
    Graph agent = agent(Limits.NONE).build();
    Embedding shared = Embedding.DEFAULT.input(VALUE, VALUE).input(MESSAGES, MESSAGES);
    Graph graph =
        Graph.builder("around-" + thread())
            .channels(VALUE, MESSAGES, TotalUsage.TOKENS, TotalUsage.COST)
            .subgraph("agent", agent, TotalUsage.passedOn(shared, agent))
            .edge(START, "agent")
            .build();

    RunResult first = run(graph, "-1", "x");
    RunResult other = run(graph, "-2", "x");

    assertThat(first.state().get(TotalUsage.TOKENS)).isEqualTo(1_100);
    assertThat(other.state().get(TotalUsage.TOKENS)).isZero();
    assertThat(model.requests()).hasSize(1);
  }
}
