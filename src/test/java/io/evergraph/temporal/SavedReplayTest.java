package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How threads that only the checkpoint store has would go on a changed graph. */
class SavedReplayTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<Integer> AMOUNT = Channel.of("amount", Integer.class);
  private static final Channel<String> VERDICT = Channel.of("verdict", String.class).lastWins();
  private static final ThreadId DONE = ThreadId.of("saved-done");
  private static final ThreadId WAITING = ThreadId.of("saved-waiting");
  private static final ThreadId BACK = ThreadId.of("saved-back");
  private static final ThreadId ROUTED = ThreadId.of("saved-routed");
  private static final ThreadId MEMORY = ThreadId.of("saved-memory");
  private static final LocalCheckpointStore STORE = new LocalCheckpointStore();
  private static TemporalHouse house;
  private static int recorded;

  @BeforeAll
  static void saveAndForget() throws Exception {
    TemporalOptions options = TemporalOptions.builder().checkpoints(STORE).build();
    house =
        TemporalHouse.on(
            EmbeddedTemporal.start(options, StateCodec.create()),
            refunds("1", SavedReplayTest::paying),
            routed("pay"));
    begin(house.runtime(), WAITING);
    begin(house.runtime(), DONE);
    house.runtime().answer(DONE, Answer.single("yes")).await(LONGEST);
    begin(house.runtime(), BACK);
    house.runtime().rollback(BACK, 0);
    begin(house.runtime(), BACK);
    house
        .runtime()
        .start("routed", ROUTED, StateUpdate.of(AMOUNT, 500), RunOptions.defaults())
        .await(LONGEST);
    recorded = play(DONE, refunds("1", SavedReplayTest::paying)).steps();
    for (ThreadId thread : new ThreadId[] {WAITING, DONE, BACK, ROUTED}) {
      awaitSaved(thread, house.runtime().snapshot(thread).lastEvent());
      house.takeAsDeleted(thread);
    }
    Graph graph = refunds("1", SavedReplayTest::paying);
    try (InMemoryRuntime memory =
        InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(STORE).build()) {
      begin(memory, MEMORY);
      memory.answer(MEMORY, Answer.single("yes")).await(LONGEST);
    }
  }

  private static void begin(GraphRuntime runtime, ThreadId thread) throws Exception {
    runtime
        .start("refunds", thread, StateUpdate.of(AMOUNT, 500), RunOptions.defaults())
        .await(LONGEST);
  }

  private static void awaitSaved(ThreadId thread, long event) {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                STORE.parts(thread.value()).stream()
                    .anyMatch(it -> it.content().contains("\"lastEvent\":" + event)));
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  private static Graph refunds(String version, UnaryOperator<GraphBuilder> end) {
    return refunds(version, AMOUNT, end);
  }

  private static Graph refunds(String version, Channel<?> amount, UnaryOperator<GraphBuilder> end) {
    GraphBuilder builder =
        Graph.builder("refunds")
            .version(version)
            .channels(amount, VERDICT)
            .node("assess", context -> Command.update(VERDICT, "to be approved"))
            .node(
                "approve",
                context ->
                    Command.update(
                        VERDICT, context.interrupt(Question.asking(String.class, "Refund this?"))))
            .edge(START, "assess")
            .edge("assess", "approve");
    return end.apply(builder).build();
  }

  private static GraphBuilder paying(GraphBuilder builder) {
    return builder.node("pay", context -> Command.update(AMOUNT, 7)).edge("approve", "pay");
  }

  private static GraphBuilder checking(GraphBuilder builder) {
    return builder
        .node("check", context -> Command.none())
        .node("pay", context -> Command.none())
        .edge("approve", "check")
        .edge("check", "pay");
  }

  /** Decides by a router where it goes, and may go to one node. */
  private static Graph routed(String target) {
    return Graph.builder("routed")
        .channels(AMOUNT)
        .node("decide", context -> Command.goTo(target))
        .node("pay", context -> Command.none())
        .node("refuse", context -> Command.none())
        .ends("decide", target.equals("pay") ? new String[] {"pay"} : new String[] {"refuse"})
        .edge(START, "decide")
        .edge(START, target.equals("pay") ? "refuse" : "pay")
        .build();
  }

  private static ReplayReport play(ThreadId thread, Graph to, Graph... older) {
    return new HistoryReplay(house.connection(), to, older).play(thread);
  }

  private static Divergence divergence(ThreadId thread, Graph to, Graph... older) {
    return play(thread, to, older).first().orElseThrow();
  }

  @Test
  void shouldFitTheGraphThatItRanOnAndOneOfOtherCodeAndVersion() {
    for (ThreadId thread : new ThreadId[] {WAITING, DONE, BACK}) {
      ReplayReport same = play(thread, refunds("1", SavedReplayTest::paying));
      ReplayReport later = play(thread, refunds("2", SavedReplayTest::paying));

      assertThat(same.fits()).as(same.toString()).isTrue();
      assertThat(same.version()).isEqualTo("1");
      assertThat(same.steps()).isPositive();
      assertThat(later).isEqualTo(same);
    }
  }

  /** The question and the answer made no checkpoint. */
  @Test
  void shouldPlayAllThatMadeACheckpoint() {
    assertThat(play(DONE, refunds("1", SavedReplayTest::paying)).steps()).isEqualTo(recorded - 2);
  }

  @Test
  void shouldTellTheFirstStepAfterWhichAnotherNodeFollows() {
    for (String version : new String[] {"1", "2"}) {
      Divergence found = divergence(DONE, refunds(version, SavedReplayTest::checking));

      assertThat(found.nodes()).containsExactly("approve");
      assertThat(found.step()).isEqualTo(1);
      assertThat(found.expected()).startsWith("StepCommitted").contains("\"next\":[\"pay\"]");
      assertThat(found.found())
          .contains("\"next\":[\"check\"]")
          .endsWith("no result is recorded of the new node check");
    }
    assertThat(play(WAITING, refunds("2", SavedReplayTest::checking)).fits()).isTrue();
  }

  @Test
  void shouldTellOfAnotherEntry() {
    Graph to =
        refunds("2", it -> paying(it).node("log", context -> Command.none()).edge(START, "log"));

    Divergence found = divergence(BACK, to);

    assertThat(found.nodes()).isEmpty();
    assertThat(found.found()).contains("\"next\":[\"assess\",\"log\"]");
  }

  @Test
  void shouldTellOfABreakpointThatWouldStopTheRun() {
    Graph to = refunds("2", it -> paying(it).breakpoints(Breakpoints.before("pay")));

    Divergence found = divergence(DONE, to);

    assertThat(found.expected()).isEqualTo("nothing more");
    assertThat(found.found()).startsWith("RunPaused").contains("BREAKPOINT");
  }

  @Test
  void shouldTellOfARouteThatIsNotTakenAnyMore() {
    assertThat(play(ROUTED, routed("pay")).fits()).isTrue();

    Divergence found = divergence(ROUTED, routed("refuse"));

    assertThat(found.found()).contains("decide");
  }

  @Test
  void shouldTellOfAStateThatAnotherReducerMakes() {
    Channel<Integer> sum = Channel.sum("amount", Integer.class);
    Graph old = refunds("1", SavedReplayTest::paying);

    Divergence found = divergence(DONE, refunds("2", sum, SavedReplayTest::paying), old);

    assertThat(found.nodes()).containsExactly("pay");
    assertThat(found.expected()).startsWith("channel 'amount' of checkpoint").endsWith(" as 7");
    assertThat(found.found()).isEqualTo("507");
  }

  @Test
  void shouldTellWhichNodeIsMissing() {
    Graph without = refunds("2", UnaryOperator.identity());
    Graph old = refunds("1", SavedReplayTest::paying);

    Divergence alone = divergence(DONE, without);
    Divergence beside = divergence(DONE, without, old);

    assertThat(alone.expected()).isEqualTo("the recorded graph");
    assertThat(alone.found()).contains("pay");
    assertThat(beside.nodes()).containsExactly("approve");
    assertThat(beside.found()).contains("\"next\":[]");
  }

  @Test
  void shouldTellWhyAnOpenThreadCannotMove() {
    Graph old = refunds("1", SavedReplayTest::paying);
    Graph to =
        Graph.builder("refunds")
            .version("2")
            .channels(AMOUNT, VERDICT)
            .node("assess", context -> Command.none())
            .node("ask", context -> Command.none())
            .edge(START, "assess")
            .edge("assess", "ask")
            .build();

    ReplayReport waiting = play(WAITING, to, old);

    assertThat(waiting.misfits())
        .containsExactly("the node of a task in progress 'approve' is not there");
    assertThat(waiting.first().orElseThrow().nodes()).containsExactly("assess");
  }

  @Test
  void shouldPlayWhatTheRuntimeInMemorySavedBesideTheVersionThatItRanOn() {
    Graph old = refunds("1", SavedReplayTest::paying);

    assertThat(play(MEMORY, old).fits()).isTrue();
    assertThat(play(MEMORY, old).steps()).isEqualTo(recorded - 2);
    assertThat(divergence(MEMORY, refunds("2", SavedReplayTest::checking), old).nodes())
        .containsExactly("approve");
    assertThat(divergence(MEMORY, refunds("1", SavedReplayTest::checking)).expected())
        .isEqualTo("the recorded graph");
    assertThatThrownBy(() -> play(MEMORY, refunds("2", SavedReplayTest::checking)))
        .isInstanceOf(UnknownGraphException.class);
  }

  @Test
  void shouldRefuseAThreadThatIsNowhere() {
    assertThatThrownBy(() -> play(ThreadId.of("nobody"), refunds("1", SavedReplayTest::paying)))
        .isInstanceOf(UnknownThreadException.class);
  }
}
