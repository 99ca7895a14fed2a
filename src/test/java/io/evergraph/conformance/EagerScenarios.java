package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.export.GraphText;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.PauseMode;
import io.evergraph.runtime.RunHandle;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Graphs whose tasks start as soon as their own triggers are in. */
final class EagerScenarios {
  private static final Channel<String> X = Channel.of("x", String.class);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private EagerScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("A20", EagerScenarios::unknownExecution);
    engines.add("D12", EagerScenarios::fastBranch);
    engines.add("D13", EagerScenarios::triggeredAgain);
    engines.add("F12", EagerScenarios::cutShort);
  }

  private static void unknownExecution(Stage stage) {
    String text =
        """
        {"name": "g", "execution": "turbo", "nodes": [], "edges": []}
        """;
    stage.attempt("read", () -> GraphText.read(text, "a text"));
  }

  /** The slow node waits for the other branch where that may go on. */
  private static void fastBranch(Stage stage) {
    for (Execution execution : Execution.values()) {
      List<String> seen = new CopyOnWriteArrayList<>();
      CountDownLatch downBegan = new CountDownLatch(1);
      NodeAction down =
          context -> {
            seen.add("down begins");
            downBegan.countDown();
            return Command.update(V, "down");
          };
      NodeAction slow =
          context -> {
            if (execution == Execution.EAGER) {
              downBegan.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
            }
            seen.add("slow ends");
            return Command.update(V, "slow");
          };
      GraphBuilder graph =
          nodes(stage.graph("-" + execution), "entry", "fast")
              .node("slow", slow)
              .node("down", down)
              .execution(execution);
      stage.onNewThread().start(edges(graph, "S->entry->slow, entry->fast->down").build(), v());
      stage.note(execution.toString(), List.copyOf(seen));
    }
  }

  /** The first run of the slow node lasts until the fast one has triggered it again. */
  private static void triggeredAgain(Stage stage) {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    NodeAction slow =
        context -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          await(stage, () -> stage.state().get(V).contains("fast"));
          running.decrementAndGet();
          return Command.update(V, "slow");
        };
    Graph graph =
        edges(
                nodes(stage.graph().execution(Execution.EAGER), "entry", "fast")
                    .node("slow", stage.counted(slow)),
                "S->entry->slow, entry->fast->slow")
            .build();
    stage.start(graph, v()).noteCalls().note("most at once", most.get());
  }

  private static void cutShort(Stage stage) {
    CountDownLatch released = new CountDownLatch(1);
    NodeAction slow =
        context -> {
          String seen = context.state().get(X);
          released.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
          return Command.update(V, "saw " + seen);
        };
    GraphBuilder builder =
        nodes(stage.graph().channels(X).execution(Execution.EAGER), "end")
            .node("slow", slow)
            .node("sibling", context -> Command.update(X, "new"));
    Graph graph = edges(builder, "S->slow, S->sibling, [slow+sibling]->end").build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), StateUpdate.of(X, "old"));
    await(stage, () -> "new".equals(stage.runtime().snapshot(stage.thread()).state().value("x")));
    stage.runtime().pause(stage.thread(), PauseMode.CUT_TASKS_SHORT);
    stage.run("pause", () -> run);
    released.countDown();
    stage.proceed();
  }

  private static void await(Stage stage, Callable<Boolean> condition) {
    Awaitility.await().ignoreExceptions().atMost(LONGEST).until(condition);
  }
}
