package io.evergraph.conformance;

import static io.evergraph.conformance.FailureScenarios.attempts;
import static io.evergraph.conformance.FailureScenarios.play;
import static io.evergraph.conformance.FailureScenarios.unstable;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphListener;
import io.evergraph.runtime.RunOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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
        stage -> play(stage, attempts(3), unstable(stage, IOException::new, IOException::new)));
    engines.add("E6", LimitScenarios::withoutPolicy);
    engines.add("E7", LimitScenarios::askingIsNoFailure);
    engines.add("E15", LimitScenarios::hooks);
    engines.add("E16", LimitScenarios::failingHooks);
    engines.add("E17", LimitScenarios::collectedErrors);
    engines.add("E18", LimitScenarios::overriddenHooks);
    engines.add("E19", LimitScenarios::attemptsOfTools);
    engines.add("E21", LimitScenarios::listeners);
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
    stage.start(graph, v());
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

  private static void withoutPolicy(Stage stage) {
    play(
        stage,
        NodePolicy.builder().retry().build(),
        unstable(stage, IOException::new, IOException::new));
    var graph =
        stage
            .graph("defaults")
            .node("m", unstable(stage, IOException::new))
            .defaultPolicy(attempts(2))
            .edge(START, "m")
            .build();
    stage.onNewThread().start(graph, v()).noteCalls();
  }

  private static void askingIsNoFailure(Stage stage) {
    play(
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

  private static void attemptsOfTools(Stage stage) {
    for (int attempts = 1; attempts <= 3; attempts++) {
      NodeAction fails =
          unstable(stage, IOException::new, IOException::new, () -> new IOException("the end"));
      var graph =
          stage
              .graph("-" + attempts)
              .node("n" + attempts, fails, attempts(attempts))
              .edge(START, "n" + attempts)
              .build();
      stage.onNewThread().start(graph, v());
    }
    stage.noteCalls();
  }

  private static void listeners(Stage stage) {
    Heard heard = new Heard(stage.thread().value());
    stage.runtime().graphs().addListener(heard);
    stage.start(edges(nodes(stage.graph(), "a", "b"), "S->a->b").build(), v());
    stage.note("heard", heard.untilTheEnd());
  }

  private static final class Heard implements GraphListener {
    private final String thread;
    private final List<String> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    Heard(String thread) {
      this.thread = thread;
    }

    List<String> untilTheEnd() {
      try {
        end.await();
      } catch (InterruptedException cut) {
        Thread.currentThread().interrupt();
      }
      return all;
    }

    @Override
    public void onEvent(String graph, String where, RunEvent event) {
      if (where.equals(thread) && event.endsRun()) {
        end.countDown();
      }
    }

    @Override
    public void beforeNode(String graph, String where, String taskId, String node) {
      if (where.equals(thread)) {
        all.add("before " + node);
      }
    }

    @Override
    public void afterNode(String graph, String where, RunEvent.TaskFinished event, State state) {
      if (where.equals(thread)) {
        all.add("after " + event.node() + " " + state.get(V));
      }
    }
  }
}
