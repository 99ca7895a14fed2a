package io.evergraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.temporal.RealTemporal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What graphs find wherever a test runs them. */
@ExtendWith(EvergraphExtension.class)
class TestServerTest {
  private static final List<String> NOTES = List.of("ann", "notes");

  private static void assertThatNodesRemember(TestServer server) {
    Graph remembering =
        Graph.builder("remembering")
            .channels(Refunds.LOG)
            .node(
                "note",
                context -> {
                  context.store().put(NOTES, "first", Map.of("words", "window seat"));
                  return Command.none();
                })
            .node(
                "recall",
                context ->
                    Command.update(
                        Refunds.LOG,
                        context.store().get(NOTES, "first").orElseThrow().value().toString()))
            .edge(Graph.START, "note")
            .edge("note", "recall")
            .build();

    assertThat(GraphRun.of(remembering).on(server).start())
        .finished()
        .holds(Refunds.LOG, List.of("{words=window seat}"));
  }

  @Test
  void shouldHaveALongTermStoreInThisProcess() {
    assertThatNodesRemember(TestServer.memory());
    assertThatNodesRemember(TestServer.embedded());
  }

  @Test
  @Tag("real")
  @Tag("slow")
  void shouldHaveALongTermStoreOnARealServer() {
    assertThatNodesRemember(TestServer.at(RealTemporal.address()));
  }
}
