package io.evergraph.conformance;

import static io.evergraph.conformance.FailureScenarios.attempts;
import static io.evergraph.conformance.FailureScenarios.unstable;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Step limits, attempts, and what runs around nodes. */
final class LimitScenarios {
  private static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  private static final int DEEP = 3000;

  private LimitScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("E2", LimitScenarios::limit);
    engines.add("E3", LimitScenarios::deepLoop);
    engines.add("E4", LimitScenarios::budgetPerRun);
    engines.add(
        "E5",
        stage -> sinking(stage, attempts(3), unstable(stage, IOException::new, IOException::new)));
    engines.add("E6", LimitScenarios::withoutPolicy);
    engines.add("E9", LimitScenarios::nothingOverAllAttempts);
    engines.add("E7", LimitScenarios::askingIsNoFailure);
    engines.add("E15", LimitScenarios::hooks);
    engines.add("E16", LimitScenarios::failingHooks);
    engines.add("E17", LimitScenarios::collectedErrors);
    engines.add("E18", LimitScenarios::overriddenHooks);
  }

  private static void limit(Stage stage) {
    var graph = edges(nodes(stage.graph(), "entry", "a", "b"), "S->entry->a, entry->b").build();
    stage.start(graph, v(), RunOptions.builder().maxSteps(1));
    stage.onNewThread().start(graph, v(), RunOptions.builder().maxSteps(2));
  }

  private static void deepLoop(Stage stage) {
    var graph =
        stage
            .graph()
            .channels(COUNT)
            .node(
                "loop",
                context -> Command.update(COUNT, context.state().find(COUNT).orElse(0) + 1),
                NodePolicy.builder().local().build())
            .edge(START, "loop")
            .route("loop", state -> state.get(COUNT) < DEEP ? "loop" : END, "loop")
            .maxSteps(DEEP)
            .build();
    Instant begun = Instant.now();
    stage.start(graph, v());
    Duration taken = Duration.between(begun, Instant.now());
    stage.note("within 90 seconds", taken.compareTo(Duration.ofSeconds(90)) < 0);
    stage.note("supersteps", stage.runtime().snapshot(stage.thread()).step());
  }

  /**
   * Each attempt is silent for longer than its limit; the pauses are as long as the policy says.
   */
  private static void nothingOverAllAttempts(Stage stage) {
    Duration limit = Duration.ofMillis(100);
    NodePolicy policy =
        NodePolicy.builder().attempts(3).interval(limit).timeout(limit).hardTimeout(limit).build();
    CountDownLatch never = new CountDownLatch(1);
    NodeAction silent =
        context -> {
          stage.called("n");
          never.await();
          return Command.none();
        };
    Graph graph = stage.graph().node("n", silent, policy).edge(START, "n").build();
    stage.watch(graph, v(), StreamOptions.of(StreamMode.ATTEMPTS)).noteCalls();
  }

  private static void budgetPerRun(Stage stage) {
    var graph =
        stage
            .graph()
            .node(
                "ask",
                context ->
                    Command.update(V, context.interrupt(Question.asking(String.class, "more?"))))
            .edge(START, "ask")
            .route("ask", state -> state.get(V).size() < 5 ? "ask" : END, "ask")
            .maxSteps(2)
            .build();
    stage.start(graph, v());
    for (int answer = 1; answer <= 5; answer++) {
      stage.answer(Answer.single("yes " + answer));
    }
  }

  /** A node that leads to another one. */
  private static void sinking(Stage stage, NodePolicy policy, NodeAction action) {
    var graph =
        stage
            .graph()
            .node("n", action, policy)
            .node("sink", stage.counted(says("sink")))
            .edge(START, "n")
            .edge("n", "sink")
            .build();
    stage.start(graph, v()).noteCalls();
  }

  private static void withoutPolicy(Stage stage) {
    sinking(
        stage,
        NodePolicy.builder().retry().build(),
        unstable(stage, IOException::new, IOException::new));
    var graph =
        stage
            .graph("defaults")
            .node("m", unstable(stage, IOException::new))
            .node("sink", stage.counted(says("sink")))
            .defaultPolicy(attempts(2))
            .edge(START, "m")
            .edge("m", "sink")
            .build();
    stage.onNewThread().start(graph, v()).noteCalls();
  }

  private static void askingIsNoFailure(Stage stage) {
    sinking(
        stage,
        attempts(3),
        context -> {
          stage.called("n");
          return Command.update(V, context.interrupt(Question.asking(String.class, "well?")));
        });
  }

  private static NodeHook instead(String entry) {
    return NodeHook.before(context -> Optional.of(Command.update(V, entry)));
  }

  private static NodeHook replacing(String entry) {
    return NodeHook.after((context, result) -> Command.update(V, entry));
  }

  private static NodeHook recovering(Stage stage) {
    return NodeHook.onError(
        (context, failure) -> {
          stage.called("recovery");
          return Optional.of(Command.update(V, "recovered from " + failure.getMessage()));
        });
  }

  private static void playHooked(Stage stage, String suffix, NodeAction action, NodeHook hook) {
    var graph = stage.graph(suffix).node("n", action).edge(START, "n").hook("n", hook).build();
    stage.onNewThread().start(graph, v());
  }

  private static void hooks(Stage stage) {
    playHooked(stage, "before", unstable(stage), instead("early"));
    playHooked(stage, "after", unstable(stage), replacing("replaced"));
    NodeAction fails = unstable(stage, () -> new IllegalArgumentException("boom"));
    playHooked(stage, "error", fails, recovering(stage));
    stage.noteCalls();
  }

  private static void failingHooks(Stage stage) {
    playHooked(
        stage,
        "before",
        unstable(stage),
        NodeHook.before(
            context -> {
              throw new IllegalArgumentException("before breaks");
            }));
    playHooked(
        stage,
        "after",
        unstable(stage),
        NodeHook.after(
            (context, result) -> {
              throw new IllegalArgumentException("after breaks");
            }));
  }

  private static void collectedErrors(Stage stage) {
    NodeHook collector =
        NodeHook.onError(
            (context, failure) ->
                failure instanceof IOException
                    ? Optional.of(Command.update(V, "recoverable: " + failure.getMessage()))
                    : Optional.empty());
    GraphBuilder graph =
        stage
            .graph()
            .node("soft", unstable(stage, () -> new IOException("soft")))
            .node("hard", unstable(stage, () -> new IllegalArgumentException("hard")))
            .hook(collector);
    stage.start(edges(graph, "S->soft->hard").build(), v());
  }

  private static void overriddenHooks(Stage stage) {
    GraphBuilder graph =
        nodes(stage.graph(), "a", "b")
            .hook(instead("general"))
            .hook(
                NodeHook.after(
                    (context, result) ->
                        Command.update(result.update().and(StateUpdate.of(V, "seen")))))
            .hook("a", instead("own"));
    stage.start(edges(graph, "S->a->b").build(), v());
  }
}
