package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever throws inside the interpreter, its run comes to an end that is recorded, and its thread
 * takes the next one.
 */
@Timeout(90)
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class SeamContract extends RuntimeContract {
  private static final AtomicReference<String> SEAM = new AtomicReference<>("");
  private static final Channel<Moody> MOOD = Channel.of("mood", Moody.class);
  private static final Channel<Picky> PICKY = Channel.of("picky", Picky.class);

  /** A value that cannot be written while a certain class is at work. */
  record Moody(String text) {
    @Override
    public String text() {
      pass();
      return text;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** A value that cannot be read while a certain class is at work. */
  record Picky(String text) {
    Picky {
      pass();
    }
  }

  private static void pass() {
    String seam = SEAM.get();
    boolean isThere =
        !seam.isEmpty()
            && StackWalker.getInstance()
                .walk(all -> all.anyMatch(at -> at.getClassName().contains(seam)));
    if (isThere) {
      throw new IllegalStateException("in a bad mood at " + seam);
    }
  }

  @AfterEach
  void cheerUp() {
    SEAM.set("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workflow.TaskDispatch",
        "workflow.GraphThread",
        "workflow.VisibilityPublisher",
        "workflow.WorkflowDescription",
        "workflow.ContinueAsNew",
        "workflow.PlacementPolicy",
        "workflow.ThreadQueries",
        "workflow.BoundThread",
        "workflow.MessageValidator",
        "workflow.MessageIntake",
        "payload.JsonSize",
        "codec.StateCodec",
        "thread.ThreadProgress",
        "pregel.Transition"
      })
  void shouldEndARunInWhichAValueCannotBeReadAndTakeTheNextOne(String seam) {
    Graph graph = moody();
    SEAM.set(seam);

    ThreadStatus stopped = stopped(graph);

    assertThat(stopped).isNotEqualTo(ThreadStatus.BUSY);
    SEAM.set("");
    assertThat(start(graph, StateUpdate.of(MOOD, new Moody("glad"))).status())
        .isEqualTo(RunStatus.FINISHED);
  }

  private ThreadStatus stopped(Graph graph) {
    runtime().graphs().register(graph);
    try {
      runtime()
          .start(
              graph.name(),
              thread(),
              StateUpdate.of(MOOD, new Moody("sad")),
              RunOptions.defaults());
    } catch (GraphException refused) {
      newThread();
      return ThreadStatus.IDLE;
    }
    return eventually(this::status, status -> status != ThreadStatus.BUSY);
  }

  /** A thread that could not even begin is none. */
  private ThreadStatus status() {
    try {
      return runtime().snapshot(thread()).status();
    } catch (GraphException gone) {
      newThread();
      return ThreadStatus.IDLE;
    }
  }

  /** The value is written, sent, shown and reduced. */
  private static Graph moody() {
    Channel<Moody> held =
        Channel.of("held", Moody.class)
            .reducedBy(Reducer.of("last", (Moody one, Moody other) -> other));
    return Graph.builder("moody")
        .channels(MOOD, PICKY, held)
        .node("a", context -> Command.update(held, new Moody("written")))
        .node("b", context -> Command.update(held, new Moody("again")))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build();
  }

  /** What was written by a sibling of the task that failed is told of when the workflow ends. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "workflow.VisibilityPublisher",
        "workflow.ThreadQueries",
        "workflow.FinalState",
        "payload.JsonSize",
        "protocol.RunEndMarker"
      })
  void shouldEndASingleRunWhoseWritesCannotBeTold(String seam) {
    Graph graph =
        Graph.builder("moody-end")
            .channels(MOOD)
            .node("a", context -> Command.update(MOOD, new Moody("written")))
            .node(
                "b",
                context -> {
                  throw new IllegalStateException("out of paper");
                },
                NodePolicy.builder().attempts(1).build())
            .edge(START, "a")
            .edge(START, "b")
            .edge("a", END)
            .edge("b", END)
            .build();
    SEAM.set(seam);

    RunResult result = start(graph, StateUpdate.empty(), RunOptions.builder().alone());

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.error()).isPresent();
  }

  @Test
  void shouldParkARunThatCannotGoOnAndGoOnWhenItIsTriedAgain() {
    Graph graph =
        Graph.builder("moody-send")
            .channels(MOOD, LOG)
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .routes(
                "a",
                context -> List.of(Route.send("b", StateUpdate.of(MOOD, new Moody("sent")))),
                "b")
            .edge(START, "a")
            .edge("b", END)
            .build();
    SEAM.set("workflow.TaskDispatch");

    RunResult stopped = start(graph, StateUpdate.empty());

    SEAM.set("");
    boolean isInMemory = runtime().info().kind().equals("memory");
    assertThat(stopped.status()).isEqualTo(isInMemory ? RunStatus.FINISHED : RunStatus.PARKED);
    RunResult result = isInMemory ? stopped : answer(Answer.retry());
    assertThat(result.state().get(LOG)).containsExactly("a", "b");
  }

  /** Only the code of a worker may find out that an input does not fit. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTellAtOnceOfARunThatCannotBegin(boolean alone) {
    Graph graph = moody();
    SEAM.set("temporal.workflow.");
    RunOptions.Builder options = RunOptions.builder();

    Throwable failure =
        catchThrowable(
            () ->
                start(
                        graph,
                        StateUpdate.of(PICKY, new Picky("x")),
                        alone ? options.alone() : options)
                    .orThrow());

    SEAM.set("");
    boolean isInMemory = runtime().info().kind().equals("memory");
    if (isInMemory) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure).isInstanceOf(GraphException.class).hasMessageContaining("picky");
    }
    assertThat(start(graph, StateUpdate.of(MOOD, new Moody("glad"))).status())
        .isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldRunUnderTheLargestFiguresThatAPolicyTakes() {
    Duration century = Duration.ofDays(36_500);
    NodePolicy largest =
        NodePolicy.builder()
            .attempts(50_000)
            .interval(century)
            .timeout(century)
            .hardTimeout(century)
            .build();
    Graph graph =
        Graph.builder("largest")
            .channels(LOG)
            .node("a", Graphs.log("a"), largest)
            .node(
                "ask",
                context ->
                    Graphs.log("" + context.interrupt(Question.of("?").expiresAfter(century)))
                        .run(context),
                largest)
            .edge(START, "a")
            .edge("a", "ask")
            .edge("ask", END)
            .build();

    assertThat(start(graph, StateUpdate.empty()).status()).isEqualTo(RunStatus.WAITING);

    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("a", "yes");
  }

  @Test
  void shouldGoOnWhenAReducerThrowsOnceAnAnswerIsIn() {
    Channel<String> strict =
        Channel.of("strict", String.class)
            .reducedBy(
                Reducer.of(
                    "strict",
                    (String one, String other) -> {
                      throw new AssertionError("never " + other);
                    }));
    Graph graph =
        Graph.builder("strict-answer")
            .channels(strict)
            .node("a", context -> Command.update(strict, "" + context.interrupt(Question.of("?"))))
            .edge(START, "a")
            .edge("a", END)
            .build();
    RunResult waiting = start(graph, StateUpdate.of(strict, "first"));
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);

    RunResult stopped = answer(Answer.single("second"));

    assertThat(stopped.status()).isNotIn(RunStatus.FINISHED, RunStatus.WAITING);
    assertThat(stopped.error()).get().asString().contains("strict", "never second");
  }
}
