package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How runs ask and are answered, exactly once. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class InterruptContract extends RuntimeContract {

  @Test
  void shouldWaitForAnAnswerAndGoOnWithIt() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult waiting = script.start(runtime, Graphs.asking("a"), StateUpdate.empty());
              assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
              assertThat(waiting.snapshot().status()).isEqualTo(ThreadStatus.INTERRUPTED);
              assertThat(waiting.snapshot().next()).containsExactly("a");
              Interrupt question = waiting.interrupts().get(0);
              assertThat(question.value()).isEqualTo(Map.of("reviewer", "a"));
              return script.answer(runtime, Answer.to(question.id(), "yes"));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("a:yes");
  }

  @Test
  void shouldShowInTheStreamTheQuestionsThatWereGoneBackTo() {
    RunResult asked = start(Graphs.asking("a"), StateUpdate.empty());
    String question = asked.interrupts().get(0).id();
    answer(Answer.to(question, "yes"));

    runtime().rollback(thread(), asked.snapshot().checkpoint());
    RunHandle again = runtime().proceed(thread());

    List<StreamPart> parts = seen(again);
    assertThat(await(again).interrupts()).extracting(Interrupt::id).containsExactly(question);
    assertThat(((StreamPart.Ended) parts.get(parts.size() - 1)).interrupts())
        .extracting(Interrupt::id)
        .containsExactly(question);
  }

  private static Graph asking(Class<?> type) {
    return Graph.builder("asking_type")
        .channels(VALUE)
        .node(
            "ask",
            context ->
                Command.update(VALUE, "" + context.interrupt(Question.asking(type, "How many?"))))
        .edge(START, "ask")
        .build();
  }

  @Test
  void shouldRefuseAWholeNumberThatTheTypeOfTheAnswerCannotHold() {
    RunResult asked = start(asking(Integer.class), StateUpdate.empty());
    String question = asked.interrupts().get(0).id();

    assertThatThrownBy(() -> answer(Answer.to(question, 3_000_000_000L)))
        .isInstanceOf(InvalidAnswerException.class)
        .hasMessageContaining("2147483647");
    assertThat(answer(Answer.to(question, 3)).state().get(VALUE)).isEqualTo("3");
  }

  /** Formats are words of a schema, not checks. */
  @Test
  void shouldAskAgainWhenAnAnswerCannotBeReadAsItsType() {
    RunResult asked = start(asking(LocalDate.class), StateUpdate.empty());
    String question = asked.interrupts().get(0).id();

    RunResult again = answer(Answer.to(question, "tomorrow"));

    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(again.interrupts()).extracting(Interrupt::id).containsExactly(question);
    assertThat(answer(Answer.to(question, "2026-01-02")).state().get(VALUE))
        .isEqualTo("2026-01-02");
  }

  record Approval(@JsonProperty("is_ok") boolean ok, @Nullable String comment) {}

  @Test
  void shouldTakeAnswersAsTheirTypeIsWritten() {
    Graph graph =
        Graph.builder("approving")
            .channels(LOG)
            .node(
                "ask",
                context -> {
                  Approval given = context.interrupt(Question.asking(Approval.class, "Sure?"));
                  return Command.update(LOG, "" + given.ok());
                })
            .edge(START, "ask")
            .build();
    start(graph, StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.single(Map.of("ok", true))))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(answer(Answer.single(new Approval(true, null))).state().get(LOG))
        .containsExactly("true");
  }

  @Test
  void shouldTakeTheAnswersOfOneStepInAnyOrderAndOneByOne() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult waiting =
                  script.start(runtime, Graphs.asking("a", "b"), StateUpdate.empty());
              RunResult half = script.answer(runtime, Answer.to(idOf(waiting, "b"), "no"));
              assertThat(half.status()).isEqualTo(RunStatus.WAITING);
              assertThat(half.interrupts()).extracting(Interrupt::node).containsExactly("a");
              assertThat(idOf(half, "a")).isEqualTo(idOf(waiting, "a"));
              return script.answer(runtime, Answer.to(idOf(half, "a"), "yes"));
            });

    assertThat(result.state().get(VALUE)).isEqualTo("a:yes,b:no");
  }

  @Test
  void shouldCheckTheAnswerToTheQuestionThatOthersOfTheSameCallLeaveOpen() {
    NodeAction strict =
        context ->
            Command.update(LOG, "" + context.interrupt(Question.asking(Boolean.class, "Sure?")));
    Graph graph =
        Graph.builder("strict")
            .channels(LOG)
            .node("a", strict)
            .node("b", strict)
            .edge(START, "a")
            .edge(START, "b")
            .build();
    RunResult waiting = start(graph, StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.to(idOf(waiting, "a"), true), Answer.single("perhaps")))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(runtime().snapshot(thread()).interrupts()).hasSize(2);
  }

  @Test
  void shouldTakeSeveralAnswersAtOnce() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult waiting =
                  script.start(runtime, Graphs.asking("a", "b"), StateUpdate.empty());
              return script.answer(
                  runtime, Answer.to(idOf(waiting, "a"), 1), Answer.to(idOf(waiting, "b"), 2));
            });

    assertThat(result.state().get(VALUE)).isEqualTo("a:1,b:2");
  }

  private static String idOf(RunResult result, String node) {
    return result.interrupts().stream()
        .filter(question -> question.node().equals(node))
        .map(Interrupt::id)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldGiveTheKthAnswerToTheKthQuestionAndKeyedOnesTheirOwn() {
    AtomicInteger runs = new AtomicInteger();
    Graph graph =
        Graph.builder("several")
            .channels(LOG)
            .node(
                "ask",
                context -> {
                  runs.incrementAndGet();
                  Object first = context.interrupt(Question.of("first?"));
                  Object keyed = context.interrupt("key", Question.of("keyed?"));
                  Object second = context.interrupt(Question.of("second?"));
                  return Command.update(LOG, first + "," + keyed + "," + second);
                })
            .edge(START, "ask")
            .build();

    start(graph, StateUpdate.empty());
    answer(Answer.single("1"));
    answer(Answer.single("k"));
    RunResult result = answer(Answer.single("2"));

    assertThat(result.state().get(LOG)).containsExactly("1,k,2");
    assertThat(runs).hasValue(4);
  }

  @Test
  void shouldCheckTheSchemaThatTheQuestionBrings() {
    Map<String, Object> colours = Map.of("enum", List.of("red", "green"));
    Graph choice =
        Graph.builder("choice")
            .channels(VALUE)
            .node(
                "choose",
                context -> {
                  Object colour = context.interrupt(Question.of("Which?").fitting(colours));
                  return Command.update(VALUE, String.valueOf(colour));
                })
            .edge(START, "choose")
            .build();

    RunResult waiting = start(choice, StateUpdate.empty());

    assertThat(waiting.interrupts().get(0).schema()).isEqualTo(colours);
    assertThatThrownBy(() -> answer(Answer.single("blue")))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(answer(Answer.single("red")).state().get(VALUE)).isEqualTo("red");
  }

  @Test
  void shouldRefuseUnknownStaleAndAmbiguousAnswers() {
    RunResult waiting = start(Graphs.asking("a", "b"), StateUpdate.empty());
    String answered = idOf(waiting, "a");
    answer(Answer.to(answered, "yes"));

    assertThatThrownBy(() -> answer(Answer.to(answered, "again")))
        .isInstanceOf(UnknownInterruptException.class);
    assertThatThrownBy(() -> answer(Answer.to("0".repeat(32), "?")))
        .isInstanceOf(UnknownInterruptException.class);
    assertThatThrownBy(() -> runtime().answer(ThreadId.of("no-such-thread"), Answer.single("?")))
        .isInstanceOf(UnknownThreadException.class);
    assertThat(answer(Answer.single("only one left")).state().get(VALUE))
        .isEqualTo("a:yes,b:only one left");
  }

  @Test
  void shouldRefuseASingleAnswerWhenSeveralQuestionsAreOpen() {
    start(Graphs.asking("a", "b"), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.single("which?")))
        .isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldAskAgainWhenAnswerFailsItsSchema() {
    start(Graphs.approving(), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.single(Map.of("approved", "perhaps"))))
        .isInstanceOf(InvalidAnswerException.class)
        .hasMessageContaining("approved");
    RunResult result = answer(Answer.single(new Graphs.Approval(true, "fine")));

    assertThat(result.state().get(VALUE)).isEqualTo("true fine");
  }

  @Test
  void shouldNotRunSiblingsAgainThatHaveFinished() {
    AtomicInteger sibling = new AtomicInteger();
    Graph graph =
        Graph.builder("siblings")
            .channels(LOG)
            .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .node(
                "count",
                context -> {
                  sibling.incrementAndGet();
                  return Command.update(LOG, "counted");
                })
            .edge(START, "ask")
            .edge(START, "count")
            .build();

    start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.single("yes"));

    assertThat(result.state().get(LOG)).isEqualTo(List.of("yes", "counted"));
    assertThat(sibling).hasValue(1);
  }

  @Test
  void shouldStillHaveAskedWhenTheNodeSwallowsTheSignal() {
    Graph graph =
        Graph.builder("swallow")
            .channels(LOG)
            .node(
                "ask",
                context -> {
                  try {
                    return Command.update(LOG, "" + context.interrupt(Question.of("?")));
                  } catch (Throwable swallowed) {
                    return Command.update(LOG, "went on without an answer");
                  }
                })
            .edge(START, "ask")
            .build();

    RunResult waiting = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.single("yes"));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.state().get(LOG)).containsExactly("yes");
  }

  @Test
  void shouldAbandonOpenQuestionsWhenANewInputComes() {
    RunResult waiting = start(Graphs.asking("a"), StateUpdate.empty());

    RunResult next = start(Graphs.asking("a"), StateUpdate.empty());

    assertThat(next.interrupts()).hasSize(1);
    assertThat(idOf(next, "a")).isNotEqualTo(idOf(waiting, "a"));
    assertThatThrownBy(() -> answer(Answer.to(idOf(waiting, "a"), "late")))
        .isInstanceOf(UnknownInterruptException.class);
  }
}
