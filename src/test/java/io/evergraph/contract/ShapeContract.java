package io.evergraph.contract;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who sees which channels: callers, nodes, and the graph around. */
abstract class ShapeContract extends RuntimeContract {
  private static final Channel<String> QUESTION = Channel.of("question", String.class);
  private static final Channel<String> REPLY = Channel.of("reply", String.class);
  private static final Channel<String> DRAFT = Channel.of("draft", String.class);
  private static final ListChannel<String> SEEN = ListChannel.append("seen", String.class);

  private static String seen(NodeContext context) {
    return context.node() + new TreeSet<>(context.state().values().keySet());
  }

  private static Graph shaped() {
    return Graph.builder("shaped")
        .channels(QUESTION, REPLY, DRAFT, SEEN)
        .inputs(QUESTION)
        .outputs(REPLY, SEEN)
        .hidden(DRAFT)
        .reads("think", QUESTION)
        .reads("say", DRAFT)
        .node(
            "think",
            context -> Command.update(StateUpdate.of(DRAFT, "d").with(SEEN, seen(context))))
        .node(
            "say",
            context ->
                Command.update(
                    StateUpdate.of(REPLY, context.state().get(DRAFT) + "!")
                        .with(SEEN, seen(context))))
        .edge(START, "think")
        .route("think", state -> state.get(DRAFT).equals("d") ? "say" : END, "say", END)
        .edge("say", END)
        .build();
  }

  @Test
  void shouldShowEachNodeWhatItReadsAndCallersWhatTheyGet() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, shaped(), StateUpdate.of(QUESTION, "why")));

    assertThat(result.state().values().keySet()).containsExactlyInAnyOrder("reply", "seen");
    assertThat(result.state().get(REPLY)).isEqualTo("d!");
    assertThat(result.state().get(SEEN)).containsExactly("think[question]", "say[draft]");
    for (long checkpoint = 1; checkpoint <= result.snapshot().checkpoint(); checkpoint++) {
      assertThat(runtime().stateAt(thread(), checkpoint).has("draft")).isFalse();
    }
  }

  @Test
  void shouldRefuseInputThatIsNone() {
    for (String channel : new String[] {"reply", "draft"}) {
      assertThatThrownBy(
              () ->
                  start(shaped(), StateUpdate.of(Map.of("question", "why", channel, "mine")))
                      .orThrow())
          .isInstanceOf(UnknownChannelException.class)
          .hasMessageContaining("[question]")
          .hasMessageContaining("'" + channel + "'");
    }
  }

  @Test
  void shouldPassOnlyInputsIntoASubgraphAndOnlyOutputsBack() {
    Graph outer =
        Graph.builder("around")
            .channels(QUESTION, REPLY, DRAFT, SEEN)
            .node("prepare", context -> Command.update(DRAFT, "mine"))
            .subgraph("inner", shaped())
            .edge(START, "prepare")
            .edge("prepare", "inner")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, outer, StateUpdate.of(QUESTION, "why")));

    assertThat(result.state().get(DRAFT)).isEqualTo("mine");
    assertThat(result.state().get(REPLY)).isEqualTo("d!");
  }
}
