package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Command;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What channels make of writes. */
final class ChannelScenarios {
  private static final Channel<String> X = Channel.of("x", String.class);
  private static final Channel<String> Y = Channel.of("y", String.class);

  private ChannelScenarios() {}

  static void addTo(Catalogue langGraph) {
    addWrites(langGraph);
    addLifetimes(langGraph);
  }

  private static void addWrites(Catalogue langGraph) {
    langGraph.add(
        "B-03",
        stage -> {
          var graph = stage.graph().channels(X);
          graph.node("one", context -> Command.update(X, "hello"));
          graph.node("two", context -> Command.update(X, "hello"));
          stage.start(edges(graph, "S->one, S->two").build(), v());
        });
    langGraph.add(
        "B-04",
        stage -> {
          var graph = stage.graph().channels(X, Y);
          graph.node("a", context -> Command.update(X, "2"));
          graph.node("b", context -> Command.none());
          var built = edges(graph, "S->a->b").build();
          StateUpdate input = StateUpdate.of(X, "1").with(Y, "9");
          stage.start(built, input).onNewThread();
          stage.watch(built, input, StreamOptions.of(StreamMode.UPDATES));
        });
    langGraph.add(
        "B-07",
        stage -> {
          Channel<String> sorted =
              Channel.of("s", String.class).reducedBy("sorted", ChannelScenarios::sorted);
          var graph = stage.graph().channels(sorted);
          graph.node("a", context -> Command.update(sorted, "2"));
          stage.start(edges(graph, "S->a").build(), StateUpdate.of(sorted, "3").with(sorted, "1"));
        });
    langGraph.add(
        "B-09",
        stage -> {
          Channel<String> joined =
              Channel.of("j", String.class).reducedBy("comma", (held, more) -> held + "," + more);
          var graph = stage.graph().channels(joined);
          graph.node(
              "one", context -> Command.update(StateUpdate.of(joined, "o0").with(joined, "o1")));
          graph.node("two", context -> Command.update(joined, "two"));
          var built = edges(graph, "S->one->two").build();
          stage.start(built, StateUpdate.of(joined, "in")).onNewThread();
          stage.watch(built, StateUpdate.of(joined, "in"), StreamOptions.of(StreamMode.UPDATES));
        });
    addMoreWrites(langGraph);
  }

  private static void addMoreWrites(Catalogue langGraph) {
    langGraph.add(
        "B-20",
        stage -> {
          var graph = nodes(stage.graph(), "b");
          graph.node(
              "a",
              context -> {
                new ArrayList<>(context.state().get(V)).add("mine alone");
                return Command.none();
              });
          stage.start(edges(graph, "S->a->b").build(), v("in"));
        });
    langGraph.add(
        "B-25",
        stage -> {
          var graph = stage.graph().channels(X);
          graph.node("a", context -> Command.update(V, context.state().get(X)));
          var built = edges(graph, "S->a").build();
          stage.start(built, StateUpdate.of(X, "1"));
          stage.start(built, v("in"));
          stage.start(built, StateUpdate.of(X, "2"));
        });
  }

  private static String sorted(String held, String more) {
    TreeSet<String> digits = new TreeSet<>(List.of((held + more).split("")));
    return String.join("", digits);
  }

  private static void addLifetimes(Catalogue langGraph) {
    langGraph.add(
        "B-15",
        stage -> {
          Channel<String> hint = Channel.of("e", String.class).ephemeral();
          var graph = stage.graph().channels(hint);
          graph.node("a", context -> Command.update(hint, "seen"));
          graph.node("b", context -> Command.update(V, "b " + context.state().find(hint)));
          graph.node("c", context -> Command.update(V, "c " + context.state().find(hint)));
          stage.start(edges(graph, "S->a->b->c").build(), v());
        });
    langGraph.add(
        "B-16",
        stage -> {
          ListChannel<String> topic = ListChannel.topic("t", String.class);
          ListChannel<String> kept = ListChannel.append("ta", String.class);
          var graph = stage.graph().channels(topic, kept);
          graph.node(
              "a", context -> Command.update(StateUpdate.of(topic, "a1", "a2").with(kept, "x")));
          graph.node(
              "b",
              context -> {
                String seen = "b " + context.state().get(topic) + context.state().get(kept);
                return Command.update(v(seen).with(kept, "y", "z"));
              });
          graph.node(
              "c",
              context ->
                  Command.update(V, "c " + context.state().get(topic) + context.state().get(kept)));
          stage.start(edges(graph, "S->a->b->c").build(), v());
        });
    langGraph.add(
        "B-19",
        stage -> {
          var graph = stage.graph();
          for (String node : List.of("a", "b", "c")) {
            graph.node(
                node,
                context -> Command.update(V, context.remainingSteps() + "" + context.lastStep()));
          }
          var built = edges(graph, "S->a->b->c").build();
          stage.start(built, v(), RunOptions.builder().maxSteps(3));
        });
  }
}
