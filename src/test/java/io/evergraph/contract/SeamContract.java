package io.evergraph.contract;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
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
class SeamContract extends RuntimeContract {
  private static final AtomicReference<String> SEAM = new AtomicReference<>("");
  private static final Channel<Moody> MOOD = Channel.of("mood", Moody.class);

  /** A value that cannot be read while a certain class is at work. */
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
        .channels(MOOD, held)
        .node("a", context -> Command.update(held, new Moody("written")))
        .node("b", context -> Command.update(held, new Moody("again")))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build();
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
