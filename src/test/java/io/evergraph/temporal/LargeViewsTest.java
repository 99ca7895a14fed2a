package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.TooLargeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Question;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ReplyPart;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a thread shows of itself may be more than a server sends in one reply. */
@Tag("real")
class LargeViewsTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final String PART = "é\uD83D\uDE80\"x".repeat(120_000);
  private static final TemporalHouse HOUSE = TemporalHouse.real("large-views");

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private RunResult run(Graph graph) throws Exception {
    return HOUSE.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private WorkflowStub workflow() {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty());
  }

  private static Graph asking() {
    GraphBuilder builder = Graph.builder("asking_much").channels(Samples.LOG);
    for (String node : List.of("a", "b", "c")) {
      builder
          .node(
              node,
              context ->
                  Command.update(
                      Samples.LOG,
                      node + context.interrupt(Question.asking(String.class, PART + node))))
          .edge(Graph.START, node);
    }
    return builder.build();
  }

  @Test
  void shouldShowSeveralLargeQuestionsAndTakeTheirAnswers() throws Exception {
    RunResult asked = run(asking());
    List<Interrupt> open = HOUSE.runtime().snapshot(thread).interrupts();
    Answer[] answers = open.stream().map(it -> Answer.to(it.id(), "!")).toArray(Answer[]::new);

    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    assertThat(open)
        .extracting(Interrupt::value)
        .containsExactly(PART + "a", PART + "b", PART + "c");
    assertThat(HOUSE.runtime().history(thread, HistoryQuery.all())).hasSize(2);
    RunResult answered = HOUSE.runtime().answer(thread, answers).await(LONGEST);
    assertThat(answered.state().get(Samples.LOG)).containsExactly("a!", "b!", "c!");
  }

  private ReplyPart questions(int from, @Nullable String digest) {
    ReplyPart.Request request = new ReplyPart.Request("interrupts", null, from, digest);
    return workflow().query("part", ReplyPart.class, request);
  }

  @Test
  void shouldTellTheRestOfOneReplyThoughTheThreadHasGoneOn() throws Exception {
    List<Interrupt> asked = run(asking()).interrupts();
    ReplyPart part = questions(0, null);
    StringBuilder told = new StringBuilder(part.text());
    RunResult answered =
        HOUSE.runtime().answer(thread, Answer.to(asked.get(0).id(), "!")).await(LONGEST);

    while (part.next() > 0) {
      part = questions(part.next(), part.digest());
      told.append(part.text());
    }

    assertThat(answered.interrupts()).hasSize(2);
    assertThat(StateCodec.create().mapper().readTree(told.toString())).hasSize(3);
  }

  @Test
  void shouldTellThoseWhoAskByHandHowToReadIt() throws Exception {
    RunResult unused = run(asking());

    assertThatThrownBy(() -> workflow().query("status", Map.class))
        .hasStackTraceContaining("at most 1500000 bytes for the reply to the query 'status'")
        .hasStackTraceContaining("ask the query 'part'");
    assertThatThrownBy(() -> workflow().query("interrupts", List.class))
        .hasStackTraceContaining("the reply to the query 'interrupts'");
    Map<?, ?> part = workflow().query("part", Map.class, Map.of("query", "status", "from", 0));
    assertThat(part.get("text").toString()).startsWith("{\"thread\":\"" + thread + "\"");
    assertThatThrownBy(() -> workflow().query("part", Map.class, Map.of("query", "x", "from", 0)))
        .hasStackTraceContaining(
            "one of [copy, events, history, interrupts, past, run, status, statusAt, topology, unsaved]");
  }

  @Test
  @Tag("slow")
  void shouldShowACheckpointThatMuchWasWrittenFor() throws Exception {
    GraphBuilder builder = Graph.builder("writing_much").channels(Samples.LOG);
    for (String node : List.of("a", "b", "c")) {
      builder
          .node(node, context -> Command.update(Samples.LOG, PART + node))
          .edge(Graph.START, node);
    }

    RunResult result = run(builder.build());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<HistoryEntry> history = HOUSE.runtime().history(thread, HistoryQuery.all());
    assertThat(history.get(0).writes())
        .flatExtracting(it -> it.writes())
        .extracting(it -> ((List<?>) it.value()).get(0).toString().length())
        .containsExactly(PART.length() + 1, PART.length() + 1, PART.length() + 1);
    assertThatThrownBy(() -> HOUSE.runtime().copy(thread, ThreadId.random()))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("the copy of thread '" + thread + "'");
  }
}
