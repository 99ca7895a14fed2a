package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.runtime.GraphListener;
import io.evergraph.state.State;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What listeners hear of nodes. */
final class ListenerScenarios {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ListenerScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("D23", ListenerScenarios::parallelGroup);
    engines.add("E21", ListenerScenarios::everyKindOfNode);
  }

  private static void parallelGroup(Stage stage) {
    play(
        stage,
        edges(
            nodes(stage.graph(), "A", "A1", "A2", "A3", "B"),
            "S->A->A1, A->A2, A->A3, [A1+A2+A3]->B"));
  }

  /** A plain node, two beside each other of which one streams, and a last one. */
  private static void everyKindOfNode(Stage stage) {
    GraphBuilder graph =
        nodes(stage.graph(), "A", "B1", "C")
            .node(
                "B2",
                context -> {
                  context.emitter().text("m", "B2");
                  return Command.update(V, "B2");
                });
    play(stage, edges(graph, "S->A->B1, A->B2, [B1+B2]->C"));
  }

  private static void play(Stage stage, GraphBuilder graph) {
    Heard heard = new Heard(stage.thread().value());
    stage.runtime().graphs().addListener(heard);
    stage.start(graph.build(), v());
    stage.note(
        "before", heard.untilTheEnd().stream().filter(it -> !it.startsWith("after")).toList());
    stage.note("after", heard.untilTheEnd().stream().filter(it -> it.startsWith("after")).toList());
  }

  /** Nodes of one superstep are heard in any order, so that what is noted is sorted by node. */
  private static final class Heard implements GraphListener {
    private final String thread;
    private final Map<String, String> all = new TreeMap<>();
    private final CountDownLatch end = new CountDownLatch(1);

    Heard(String thread) {
      this.thread = thread;
    }

    List<String> untilTheEnd() {
      try {
        if (!end.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
          throw new AssertionError("The listener has not heard of the end of the run.");
        }
      } catch (InterruptedException cut) {
        throw new AssertionError(cut);
      }
      synchronized (all) {
        return List.copyOf(all.values());
      }
    }

    @Override
    public void onEvent(String graph, String where, RunEvent event) {
      if (where.equals(thread) && event.endsRun()) {
        end.countDown();
      }
    }

    @Override
    public void beforeNode(String graph, String where, String taskId, String node) {
      hear(where, "before " + node, "");
    }

    @Override
    public void afterNode(String graph, String where, RunEvent.TaskFinished event, State state) {
      int times = Collections.frequency(state.find(V).orElse(List.of()), event.node());
      hear(where, "after " + event.node(), times == 1 ? " with its update" : " with " + times);
    }

    private void hear(String where, String what, String details) {
      if (where.equals(thread)) {
        synchronized (all) {
          all.merge(what, what + details, (once, twice) -> once + " and again");
        }
      }
    }
  }
}
