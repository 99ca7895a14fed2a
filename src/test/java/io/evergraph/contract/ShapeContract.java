package io.evergraph.contract;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who sees which channels: callers, nodes, and the graph around. */
class ShapeContract extends RuntimeContract {
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
  void shouldRefuseEditsOfWhatIsHidden() {
    start(shaped(), StateUpdate.of(QUESTION, "why")).orThrow();

    assertThatThrownBy(
            () -> runtime().editState(thread(), "shaped", StateUpdate.of(DRAFT, "mine"), null))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("'draft'")
        .hasMessageContaining("[question, reply, seen]");
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

  @Test
  void shouldHideWhatIsHiddenInHistoriesTasksAndStreamsOfSubgraphsToo() {
    Graph outer =
        Graph.builder("hiding")
            .channels(QUESTION, REPLY, SEEN)
            .subgraph("inner", shaped())
            .node("late", context -> Command.update(SEEN, "late"))
            .edge(START, "inner")
            .edge("inner", "late")
            .breakpoints(Breakpoints.before("inner/say"))
            .build();

    RunHandle run = runtime().start(outer, thread(), StateUpdate.of(QUESTION, "why"));
    RunResult paused = await(run);
    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    List<String> shown = shownChannels(run);
    RunHandle rest = runtime().proceed(thread(), "rest", null);
    assertThat(await(rest).status()).isEqualTo(RunStatus.FINISHED);
    shown.addAll(shownChannels(rest));

    assertThat(shown).contains("question", "reply", "seen").doesNotContain("draft");
  }

  /** All names of channels that are to be seen of a thread and a run of it. */
  private List<String> shownChannels(RunHandle run) {
    List<String> shown = new ArrayList<>();
    for (HistoryEntry entry : histories()) {
      entry.writes().forEach(it -> shown.addAll(channels(it.writes())));
      entry.snapshot().tasks().forEach(it -> shown.addAll(channels(it.writes())));
      shown.addAll(entry.snapshot().state().values().keySet());
      long checkpoint = entry.snapshot().checkpoint();
      shown.addAll(runtime().stateAt(thread(), checkpoint).values().keySet());
    }
    StreamOptions options = StreamOptions.builder().modes(StreamMode.UPDATES).subgraphs().build();
    try (RunStream parts = runtime().stream(run, options)) {
      parts.forEach(
          part -> {
            if (part instanceof StreamPart.Update update) {
              shown.addAll(channels(update.writes()));
            }
          });
    }
    return shown;
  }

  /** The checkpoints of the graph and of the subgraphs in progress. */
  private List<HistoryEntry> histories() {
    List<HistoryEntry> all = new ArrayList<>(runtime().history(thread(), HistoryQuery.all()));
    for (SubgraphView inside : runtime().snapshot(thread()).subgraphs()) {
      all.addAll(runtime().history(thread(), HistoryQuery.all().namespace(inside.namespace())));
    }
    return all;
  }

  private static List<String> channels(@Nullable List<Write> writes) {
    return Optional.ofNullable(writes).orElse(List.of()).stream().map(Write::channel).toList();
  }
}
