package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.GraphException;
import io.evergraph.error.TooLargeException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each limit of a real server, met on purpose: the thread lives, and the error tells what to do.
 */
@Tag("real")
class LimitsTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final Channel<Map<String, String>> PARTS =
      Channel.of("parts", new TypeRef<Map<String, String>>() {}).reducedBy(ShallowMerge.INSTANCE);
  private static final Channel<String> TEXT =
      Channel.of("text", String.class)
          .reducedBy(Reducer.of("concat", (String first, String second) -> first + second));
  private static final TemporalHouse HOUSE = TemporalHouse.real("limits", Samples.approval());

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private static String kilobytes(int count) {
    return "x".repeat(count * 1_000);
  }

  private RunResult run(Graph graph) throws Exception {
    return run(graph, RunOptions.defaults());
  }

  private RunResult run(Graph graph, RunOptions options) throws Exception {
    HOUSE.runtime().graphs().register(graph);
    return HOUSE.runtime().start(graph.name(), thread, StateUpdate.empty(), options).await(LONGEST);
  }

  private WorkflowStub workflow() {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty());
  }

  private static Graph single(String name, NodeAction action) {
    return Graph.builder(name)
        .channels(Samples.LOG)
        .node("work", action)
        .edge(START, "work")
        .build();
  }

  private static void assertSays(GraphException error, String... words) {
    assertThat(error.getMessage()).contains(words);
  }

  @Test
  void shouldFailTheTaskWhoseResultIsTooLarge() throws Exception {
    RunResult result =
        run(single("big_result", context -> Command.update(Samples.LOG, kilobytes(5_000))));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertSays(
        result.error().orElseThrow(),
        "TooLargeException",
        "at most 1500000 bytes",
        "node 'work' returned (channel 'log': 5000004 bytes)",
        "write less");
    RunResult skipped =
        HOUSE
            .runtime()
            .answer(thread, Answer.skip(StateUpdate.of(Samples.LOG, "little")))
            .await(LONGEST);
    assertThat(skipped.state().get(Samples.LOG)).containsExactly("little");
  }

  @Test
  void shouldFailTheTaskWhoseQuestionIsTooLarge() throws Exception {
    RunResult result =
        run(
            single(
                "big_question",
                context ->
                    Command.update(
                        Samples.LOG, "" + context.interrupt(Question.of(kilobytes(2_500))))));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertSays(result.error().orElseThrow(), "TooLargeException", "node 'work' returned");
  }

  @Test
  void shouldShortenTheErrorOfANodeThatIsTooLarge() throws Exception {
    RunResult result =
        run(
            single(
                "big_error",
                context -> {
                  throw new IllegalArgumentException("no: " + kilobytes(5_000));
                }));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertSays(result.error().orElseThrow(), "IllegalArgumentException", "no: xxx", "characters");
    assertThat(result.error().orElseThrow().getMessage()).hasSizeLessThan(20_000);
  }

  private static Command askAndWork(NodeContext context) {
    Object unused = context.interrupt(Question.of("How?"));
    return Command.update(Samples.LOG, "worked");
  }

  @Test
  void shouldFailTheTaskThatIsGivenTooMuch() throws Exception {
    Graph graph =
        Graph.builder("big_input")
            .channels(Samples.LOG)
            .node("plan", Samples.log("planned"))
            .node("work", LimitsTest::askAndWork)
            .edge(START, "plan")
            .routes(
                "plan",
                context ->
                    List.of(Route.send("work", StateUpdate.of(Samples.LOG, kilobytes(1_400)))),
                "work")
            .build();
    Interrupt question = run(graph, RunOptions.defaults()).interrupts().get(0);

    RunResult result =
        HOUSE.runtime().answer(thread, Answer.to(question.id(), kilobytes(200))).await(LONGEST);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertSays(result.error().orElseThrow(), "TooLargeException", "task of node 'work'", "1500000");
    RunResult edited =
        HOUSE
            .runtime()
            .answer(thread, Answer.edit(StateUpdate.of(Samples.LOG, "little")))
            .await(LONGEST);
    assertThat(edited.state().get(Samples.LOG)).containsExactly("planned", "worked");
  }

  @Test
  void shouldRefuseAStartWhoseInputIsTooLarge() {
    Graph graph = Samples.chain("small", "a");
    HOUSE.runtime().graphs().register(graph);
    StateUpdate input = StateUpdate.of(Samples.LOG, kilobytes(2_500));

    for (RunOptions options :
        List.of(RunOptions.defaults(), RunOptions.builder().alone().build())) {
      assertThatThrownBy(() -> HOUSE.runtime().start("small", thread, input, options))
          .isInstanceOf(TooLargeException.class)
          .hasMessageContaining("at most 262144 bytes for the input")
          .hasMessageContaining("Send a reference");
    }
    assertThatThrownBy(() -> HOUSE.runtime().create(thread, Map.of("note", kilobytes(300))))
        .isInstanceOf(TooLargeException.class);
  }

  @Test
  void shouldRefuseUpdatesAndIgnoreSignalsThatAreTooLarge() throws Exception {
    assertThat(run(Samples.approval()).status()).isEqualTo(RunStatus.WAITING);
    Map<String, Object> large =
        Map.of("value", Map.of("approved", true, "comment", kilobytes(300)));
    Map<String, Object> huge =
        Map.of("value", Map.of("approved", true, "comment", kilobytes(2_200)));

    assertThatThrownBy(() -> HOUSE.runtime().answer(thread, Answer.single(large.get("value"))))
        .isInstanceOf(TooLargeException.class);
    assertThatThrownBy(() -> workflow().update("answer", Map.class, large))
        .hasStackTraceContaining("at most 262144 bytes for the answer");
    assertThatThrownBy(() -> workflow().update("answer", Map.class, huge))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(
            () ->
                workflow()
                    .update(
                        "submit",
                        Map.class,
                        Map.of("graph", "approval", "context", Map.of("note", kilobytes(300)))))
        .hasStackTraceContaining("at most 262144 bytes for the input");
    assertThatThrownBy(() -> workflow().signal("resume", huge))
        .hasStackTraceContaining("Blob data size exceeds limit");
    workflow().signal("resume", large);
    await()
        .atMost(LONGEST)
        .until(
            () ->
                HOUSE.runtime().events(thread, 1).stream()
                    .anyMatch(InterruptEvent.AnswerIgnored.class::isInstance));
    assertThat(HOUSE.runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);
  }

  /** Writes parts of a channel until there are enough. */
  private static <T> Graph growing(
      String name, int steps, Channel<T> channel, Function<NodeContext, T> write) {
    return Graph.builder(name)
        .channels(Samples.COUNT, channel)
        .node(
            "write",
            context ->
                Command.update(
                    StateUpdate.of(channel, write.apply(context))
                        .with(Samples.COUNT, context.state().find(Samples.COUNT).orElse(0) + 1)))
        .edge(START, "write")
        .route(
            "write",
            state -> state.get(Samples.COUNT) < steps ? "write" : Graph.END,
            "write",
            Graph.END)
        .build();
  }

  @Test
  @Tag("slow")
  void shouldTellALargeStateInParts() throws Exception {
    Graph graph =
        growing(
            "many_parts",
            5,
            PARTS,
            context -> {
              int part = context.state().find(Samples.COUNT).orElse(0);
              int size = part % 2 == 0 ? 800 : 1_400;
              return Map.of("part " + part, kilobytes(size));
            });

    RunResult result = run(graph, RunOptions.builder().alone().build());

    assertThat(result.state().get(PARTS)).hasSize(5);
    HOUSE.forgetStates();
    assertThat(HOUSE.runtime().snapshot(thread).state()).isEqualTo(result.state());
    assertThat(HOUSE.runtime().events(thread, 1)).isNotEmpty();
    assertThat(workflow().getResult(Map.class).toString()).contains("Read the thread");
    assertThatThrownBy(() -> workflow().query("state", Map.class))
        .hasStackTraceContaining("the state in one reply");
  }

  @Test
  void shouldFailTheTaskThatReadsAValueThatCannotBeTold() throws Exception {
    Graph graph =
        growing(
            "one_value",
            3,
            TEXT,
            context -> {
              HOUSE.forgetStates();
              return kilobytes(800);
            });

    assertThatThrownBy(() -> run(graph))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("what the state holds in 'text'")
        .hasMessageContaining("Hold less in one value");
    assertThat(String.valueOf(workflow().query("status", Map.class)))
        .contains("status=ERROR", "TooLargeException", "at most 1500000 bytes");
  }
}
