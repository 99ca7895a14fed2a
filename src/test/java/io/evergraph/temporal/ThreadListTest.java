package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the server's list of workflows says of threads. */
@Tag("real")
class ThreadListTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final ExecutionLimits ONE_MESSAGE = new ExecutionLimits(1, 0);
  private static final TemporalHouse HOUSE = TemporalHouse.real("thread-list");

  private ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private List<HistoryEvent> events(EventType type) {
    return HOUSE.connection().client().fetchHistory(thread.value()).getEvents().stream()
        .filter(event -> event.getEventType() == type)
        .toList();
  }

  private void awaitListed(ThreadStatus status) {
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> HOUSE.runtime().threads(ThreadQuery.of(status)).contains(thread));
  }

  /** Asks, then works until it is let go. */
  private static Graph working(CountDownLatch done) {
    return Graph.builder("working")
        .channels(Samples.LOG)
        .node(
            "ask", context -> Command.update(Samples.LOG, context.interrupt(question()).toString()))
        .node(
            "work",
            context -> {
              done.await();
              return Command.update(Samples.LOG, "worked");
            })
        .edge(START, "ask")
        .edge("ask", "work")
        .build();
  }

  private static Question question() {
    return Question.of("Go on?");
  }

  @Test
  void shouldListAThreadAsBusyWhoseRunGoesOnForLong() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    HOUSE.runtime().start(working(done), thread, StateUpdate.empty()).await(LONGEST);
    awaitListed(ThreadStatus.INTERRUPTED);

    RunHandle run = HOUSE.runtime().answer(thread, Answer.single("yes"));

    awaitListed(ThreadStatus.BUSY);
    done.countDown();
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    awaitListed(ThreadStatus.IDLE);
  }

  @Test
  void shouldNotListAsWaitingARunThatHasEndedItsThread() throws Exception {
    RunOptions alone = RunOptions.builder().alone().build();
    HOUSE.graphs().register(Samples.approval());
    HOUSE.runtime().start("approval", thread, StateUpdate.empty(), alone).await(LONGEST);

    Answer answer = Answer.single(new Samples.Approval(true, "ok"));
    HOUSE.runtime().answer(thread, answer).await(LONGEST);

    Payload last =
        events(EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES).stream()
            .reduce((earlier, later) -> later)
            .map(event -> event.getUpsertWorkflowSearchAttributesEventAttributes())
            .map(upsert -> upsert.getSearchAttributes().getIndexedFieldsOrThrow("EvergraphStatus"))
            .orElseThrow();
    assertThat(last.getData().toStringUtf8()).isEqualTo("\"busy\"");
  }

  @Test
  void shouldListABusyThreadBeforeTheNextExecutionGoesOn() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    try (TemporalHouse house = TemporalHouse.real("thread-list-one-message", ONE_MESSAGE)) {
      house.runtime().start(working(done), thread, StateUpdate.empty()).await(LONGEST);

      RunHandle run = house.runtime().answer(thread, Answer.single("yes"));

      awaitListed(ThreadStatus.BUSY);
      assertThat(events(EventType.EVENT_TYPE_TIMER_STARTED))
          .as("what the next execution would have to wait for")
          .isEmpty();
      done.countDown();
      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void shouldChangeTheListWhenARunBeginsAndWhenItStops() throws Exception {
    assertThat(changesWhileAnswering()).isEqualTo(2);
    assertThat(events(EventType.EVENT_TYPE_TIMER_STARTED)).isEmpty();
  }

  private int changesWhileAnswering() throws Exception {
    HOUSE.runtime().start(Samples.twoQuestions(), thread, StateUpdate.empty()).await(LONGEST);
    int before = events(EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES).size();
    String first = HOUSE.runtime().snapshot(thread).interrupts().get(0).id();

    HOUSE.runtime().answer(thread, Answer.to(first, "yes")).await(LONGEST);

    return events(EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES).size() - before;
  }
}
