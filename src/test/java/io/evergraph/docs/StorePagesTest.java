package io.evergraph.docs;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.state.StateUpdate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page on the store shows is compiled, and does what it says. */
class StorePagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/StoreExample.java"));

  private final Store store = new LocalStore();

  @ParameterizedTest
  @ValueSource(strings = {"use", "writes", "meaning", "tool"})
  void shouldShowTheCodeThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/store.md"), part);
  }

  @Test
  void shouldShowHowThreadsAreSaved() {
    CodeOfPage code =
        new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/CheckpointExample.java"));

    code.assertShownOn(Path.of("docs/checkpoints.md"), "saved");
    code.assertShownOn(Path.of("docs/checkpoints.md"), "temporal");
  }

  private void run(Graph graph, StateUpdate input) {
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(graph)).store(store).build()) {
      runtime.start(graph, ThreadId.random(), input).await();
    }
  }

  @Test
  void shouldFindInLaterThreadsWhatANodePut() {
    Graph graph =
        Graph.builder("notes")
            .node(
                "note",
                context -> {
                  List<StoreItem> sure = StoreExample.use(context);
                  assertThat(sure).hasSize(1);
                  return Command.none();
                })
            .edge(Graph.START, "note")
            .build();
    run(graph, StateUpdate.empty());
    run(graph, StateUpdate.empty());

    assertThat(store.get(List.of("ann", "notes"), "language").map(StoreItem::version)).contains(2L);
    assertThat(StoreExample.careful(store, List.of("ann", "notes"))).isPresent();
  }

  @Test
  void shouldKeepWhatTheModelRemembers() {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "remember", "{\"fact\":\"likes pens\"}")), says("Noted."));
    Graph agent = ReactAgent.of("shop", ModelSource.of(model)).tools(StoreExample.tool()).build();

    run(agent, StateUpdate.of(MESSAGES, Message.user("I like pens")));

    assertThat(store.search(StoreQuery.in("ann")))
        .singleElement()
        .satisfies(item -> assertThat(item.value()).containsEntry("text", "likes pens"));
  }
}
