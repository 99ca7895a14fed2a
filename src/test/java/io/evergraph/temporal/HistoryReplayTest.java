package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How recorded threads go on another version of their graph. */
class HistoryReplayTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<Integer> AMOUNT = Channel.of("amount", Integer.class);
  private static final Channel<String> VERDICT = Channel.of("verdict", String.class).lastWins();
  private static final ThreadId CLOSED = ThreadId.of("refund-closed");
  private static final ThreadId OPEN = ThreadId.of("refund-open");
  private static TemporalHouse house;

  @BeforeAll
  static void start() throws Exception {
    house = TemporalHouse.embedded(refunds("1", HistoryReplayTest::paying));
    RunOptions alone = RunOptions.builder().alone().build();
    StateUpdate much = StateUpdate.of(AMOUNT, 500);
    house.runtime().start("refunds", CLOSED, much, alone).await(LONGEST);
    house.runtime().answer(CLOSED, Answer.single("yes")).await(LONGEST);
    house.runtime().start("refunds", OPEN, much, RunOptions.defaults()).await(LONGEST);
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
            .node("approve", approve())
            .edge(START, "assess")
            .edge("assess", "approve");
    return end.apply(builder).build();
  }

  private static GraphBuilder paying(GraphBuilder builder) {
    return builder.node("pay", context -> Command.update(AMOUNT, 7)).edge("approve", "pay");
  }

  private static NodeAction approve() {
    return context ->
        Command.update(VERDICT, context.interrupt(Question.asking(String.class, "Refund this?")));
  }

  private static ReplayReport play(ThreadId thread, Graph to, Graph... older) {
    return new HistoryReplay(house.connection(), to, older).play(thread);
  }

  private static Divergence divergence(ThreadId thread, Graph to, Graph... older) {
    return play(thread, to, older).first().orElseThrow();
  }

  @Test
  void shouldFitWhereOnlyCodeAndVersionDiffer() {
    Graph to = refunds("2", HistoryReplayTest::paying);

    ReplayReport closed = play(CLOSED, to);
    ReplayReport open = play(OPEN, to);

    assertThat(closed.fits()).as(closed.toString()).isTrue();
    assertThat(closed.thread()).isEqualTo(CLOSED);
    assertThat(closed.version()).isEqualTo("1");
    assertThat(closed.steps()).isGreaterThan(4);
    assertThat(open.fits()).as(open.toString()).isTrue();
  }

  @Test
  void shouldTellTheFirstStepAfterWhichAnotherNodeFollows() {
    Graph to =
        refunds(
            "2",
            it ->
                it.node("check", context -> Command.none())
                    .node("pay", context -> Command.none())
                    .edge("approve", "check")
                    .edge("check", "pay"));

    Divergence found = divergence(CLOSED, to);

    assertThat(found.nodes()).containsExactly("approve");
    assertThat(found.step()).isEqualTo(1);
    assertThat(found.expected()).startsWith("StepCommitted").contains("\"next\":[\"pay\"]");
    assertThat(found.found())
        .startsWith("StepCommitted")
        .contains("\"next\":[\"check\"]")
        .endsWith("no result is recorded of the new node check");
    assertThat(found.text()).contains("refund-closed", "after the result of node approve");
    assertThat(play(OPEN, to).fits()).isTrue();
  }

  @Test
  void shouldTellOfAStepThatIsLeftOut() {
    Divergence found = divergence(CLOSED, refunds("2", UnaryOperator.identity()));

    assertThat(found.nodes()).containsExactly("approve");
    assertThat(found.expected()).contains("\"next\":[\"pay\"]");
    assertThat(found.found()).contains("\"next\":[]");
  }

  @Test
  void shouldTellOfABreakpointThatWouldStopTheRun() {
    Graph to = refunds("2", it -> paying(it).breakpoints(Breakpoints.before("pay")));

    Divergence found = divergence(CLOSED, to);

    assertThat(found.expected()).isEqualTo("nothing more");
    assertThat(found.found()).startsWith("RunPaused").contains("BREAKPOINT");
  }

  @Test
  void shouldTellOfAResultThatDoesNotFitItsChannelAnyMore() {
    Channel<List<String>> list = Channel.of("amount", new TypeRef<>() {});
    Graph old = refunds("1", HistoryReplayTest::paying);

    Divergence found = divergence(CLOSED, refunds("2", list, HistoryReplayTest::paying), old);

    assertThat(found.found()).contains("amount");
  }

  @Test
  void shouldTellOfAStateThatAnotherReducerMakes() {
    Channel<Integer> sum = Channel.sum("amount", Integer.class);
    Graph old = refunds("1", HistoryReplayTest::paying);

    Divergence found = divergence(CLOSED, refunds("2", sum, HistoryReplayTest::paying), old);

    assertThat(found.nodes()).containsExactly("pay");
    assertThat(found.expected()).isEqualTo("channel 'amount' of checkpoint 5 as 7");
    assertThat(found.found()).isEqualTo("507");
  }

  @Test
  void shouldTellWhyAnOpenThreadCannotMove() {
    Graph to =
        Graph.builder("refunds")
            .version("2")
            .channels(AMOUNT, VERDICT)
            .node("assess", context -> Command.none())
            .node("ask", approve())
            .edge(START, "assess")
            .edge("assess", "ask")
            .build();

    ReplayReport open = play(OPEN, to);

    assertThat(open.fits()).isFalse();
    assertThat(open.misfits())
        .containsExactly("the node of a task in progress 'approve' is not there");
    assertThat(open.first().orElseThrow().found()).contains("\"next\":[\"ask\"]", "new node ask");
    assertThat(play(CLOSED, to).misfits()).isEmpty();
  }

  @Test
  void shouldPlayAHistoryThatWasDownloaded() {
    String json = house.connection().client().fetchHistory(CLOSED.value()).toJson(true);
    Graph to = refunds("2", UnaryOperator.identity());
    HistoryReplay replay = new HistoryReplay(house.connection(), to);

    ReplayReport report = replay.play(json, CLOSED);

    assertThat(report.first()).isEqualTo(Optional.of(divergence(CLOSED, to)));
  }

  @Test
  void shouldRefuseWhatIsNoHistoryOfTheGraph() {
    Graph other =
        Graph.builder("others")
            .channels(AMOUNT)
            .node("a", it -> Command.none())
            .edge(START, "a")
            .build();
    HistoryReplay replay = new HistoryReplay(house.connection(), other);

    assertThatThrownBy(() -> replay.play(CLOSED))
        .isInstanceOf(UnknownGraphException.class)
        .hasMessageContaining("refunds");
    assertThatThrownBy(() -> replay.play(ThreadId.of("nobody")))
        .isInstanceOf(UnknownThreadException.class);
    assertThatThrownBy(() -> replay.play("{\"events\": 7", CLOSED))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> replay.play("{}", CLOSED)).isInstanceOf(InvalidInputException.class);
  }

  static Stream<Arguments> lives() {
    return Histories.all().stream()
        .flatMap(kept -> kept.graphs().stream().map(graph -> Arguments.of(kept, graph)));
  }

  /**
   * A thread that moved from one version to another in its life fits neither as a whole; one that
   * works for another thread has a graph of its own.
   */
  @ParameterizedTest(name = "{index}: {1}")
  @MethodSource("lives")
  void shouldFindNothingInAnyLifeOnTheGraphThatItWasLivedOn(Lives.Kept kept, Graph graph)
      throws IOException {
    String json = Golden.read(kept.name()).history().toJson(false);
    Graph[] older = kept.graphs().toArray(new Graph[0]);
    HistoryReplay replay = new HistoryReplay(house.connection(), graph, older);
    boolean isOne =
        kept.which() != Lives.Which.CHILD
            && kept.graphs().stream().map(Graph::name).distinct().count() == 1;
    boolean hasVersions = isOne && kept.graphs().size() > 1;

    if (isOne) {
      assertThat(replay.play(json, CLOSED)).matches(it -> it.fits() != hasVersions);
    } else if (!graph.name().equals("approval")) {
      assertThatThrownBy(() -> replay.play(json, CLOSED))
          .isInstanceOf(GraphMismatchException.class);
    }
  }
}
