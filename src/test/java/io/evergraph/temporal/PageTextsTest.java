package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Temporal's own page shows of a thread. */
@Tag("real")
class PageTextsTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final TemporalHouse HOUSE = TemporalHouse.real("page-texts");

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private WorkflowStub workflow() {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty());
  }

  private String currentDetails() {
    return workflow()
        .query("__temporal_workflow_metadata", WorkflowMetadata.class)
        .getCurrentDetails();
  }

  private List<HistoryEvent> history() {
    return HOUSE.connection().client().fetchHistory(thread.value()).getEvents();
  }

  @Test
  void shouldShowWhoWaitsForWhat() throws Exception {
    HOUSE.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);

    WorkflowExecutionDescription description = workflow().describe();
    assertThat(description.getWorkflowType()).isEqualTo("Graph");
    assertThat(description.getStaticSummary()).isEqualTo("approval 1");
    assertThat(description.getStaticDetails()).contains("**approval**", "version 1");
    assertThat(currentDetails())
        .contains(
            "**interrupted** in graph `approval`, after step 1, next: `approve`",
            "`approve` asks: Refund 120?",
            "The answer's form: `{\"type\":\"object\"",
            "Answer with update `answer` or signal `resume`",
            "- `approve`: `{\"value\": …}`",
            "temporal workflow update execute --workflow-id " + thread + " --name answer");
    assertThat(history())
        .filteredOn(HistoryEvent::hasMarkerRecordedEventAttributes)
        .extracting(it -> it.getUserMetadata().getSummary().getData().toStringUtf8())
        .contains("\"Node approve waits for an answer to: Refund 120?\"");
  }

  @Test
  void shouldShowTheFirstOfManyQuestionsOnly() throws Exception {
    Graph many =
        Graph.builder("many_questions")
            .channels(Samples.LOG)
            .node(
                "ask",
                context ->
                    Command.update(Samples.LOG, "" + context.interrupt(Question.of("Well?"))))
            .routes(
                Graph.START,
                context -> Collections.nCopies(30, Route.send("ask", StateUpdate.empty())),
                "ask")
            .build();

    HOUSE.runtime().start(many, thread, StateUpdate.empty()).await(LONGEST);

    assertThat(currentDetails())
        .contains("and 10 more questions", "query `interrupts`", "\"interrupt\": \"");
    assertThat(currentDetails().split("asks: Well", -1)).hasSize(21);
  }

  @Test
  void shouldSayOfAThreadThatHasFinishedHowItGoesOn() throws Exception {
    HOUSE.runtime().create(thread, Map.of());
    HOUSE.runtime().start(Samples.chain("short", "a"), thread, StateUpdate.empty()).await(LONGEST);

    assertThat(workflow().describe().getStaticDetails()).contains("in its current details");
    assertThat(currentDetails())
        .contains(
            "**idle** in graph `short`",
            "The last run has finished.",
            "update `submit`: `{\"graph\": \"short\", \"input\": {…}}`");
  }

  @Test
  void shouldSayOfARunAloneHowItHasEnded() throws Exception {
    RunOptions alone = RunOptions.builder().alone().build();
    HOUSE.runtime().graphs().register(Samples.chain("short", "a"));

    HOUSE.runtime().start("short", thread, StateUpdate.empty(), alone).await(LONGEST);

    assertThat(currentDetails())
        .contains("**idle** in graph `short`", "The run has finished.", "result of this workflow")
        .doesNotContain("submit");
  }

  @Test
  void shouldSayOfAThreadThatWasCancelledHowItGoesOn() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    Graph endless =
        Graph.builder("endless")
            .channels(Samples.LOG)
            .node(
                "wait",
                context -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                  return Command.update(Samples.LOG, "never");
                })
            .edge(Graph.START, "wait")
            .build();
    RunHandle run = HOUSE.runtime().start(endless, thread, StateUpdate.empty());
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

    HOUSE.runtime().cancel(thread);
    run.await(LONGEST);

    assertThat(currentDetails())
        .contains("**interrupted** in graph `endless`", "next: `wait`", "signal `continue`");
  }

  @Test
  void shouldShowNodesWithTheirStepsAndPolicies() throws Exception {
    HOUSE
        .runtime()
        .start(Samples.failing(new AtomicInteger(), 0), thread, StateUpdate.empty())
        .await(LONGEST);

    HistoryEvent scheduled =
        history().stream()
            .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
            .findFirst()
            .orElseThrow();
    ActivityTaskScheduledEventAttributes task = scheduled.getActivityTaskScheduledEventAttributes();
    assertThat(task.getActivityType().getName()).isEqualTo("pay");
    assertThat(scheduled.getUserMetadata().getSummary().getData().toStringUtf8())
        .isEqualTo("\"step 1\"");
    assertThat(task.getRetryPolicy().getMaximumAttempts()).isEqualTo(53);
    assertThat(task.getStartToCloseTimeout().getSeconds()).isEqualTo(375);
    assertThat(task.getHeartbeatTimeout().getSeconds()).isEqualTo(10);
  }

  @Test
  void shouldShowAFailureAndHowToTryAgain() throws Exception {
    HOUSE
        .runtime()
        .start(Samples.failing(new AtomicInteger(), 9), thread, StateUpdate.empty())
        .await(LONGEST);

    assertThat(currentDetails())
        .contains("**error**", "`pay` failed (attempts: 3)", "no credit 3")
        .contains(
            "It waits for a decision.",
            "- try again: `{\"retry\": true}`",
            "- let it count as finished: `{\"skip\": true, \"update\": {…}}`",
            "- try again with other values: `{\"edit\": true, \"values\": {…}}`",
            "temporal workflow update execute --workflow-id "
                + thread
                + " --name answer --input '{\"retry\": true}'");
    assertThat(history())
        .filteredOn(HistoryEvent::hasActivityTaskFailedEventAttributes)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getActivityTaskFailedEventAttributes().getFailure().getMessage())
                    .isEqualTo("no credit 3"));
  }

  @Test
  void shouldKeepLocalTasksOutOfTheQueues() throws Exception {
    int steps = 50;
    HOUSE.runtime().graphs().register(Samples.counting(steps, Samples.LOCAL));
    RunOptions alone = RunOptions.builder().alone().maxSteps(100).build();

    int count =
        HOUSE
            .runtime()
            .start("counting", thread, StateUpdate.empty(), alone)
            .await(LONGEST)
            .state()
            .get(Samples.COUNT);

    assertThat(count).isEqualTo(steps);
    assertThat(history()).noneMatch(HistoryEvent::hasActivityTaskScheduledEventAttributes);
  }

  @Test
  void shouldNotGrowTheHistoryWithTheState() throws Exception {
    int steps = 100;
    HOUSE.runtime().graphs().register(Samples.counting(steps, Samples.QUICK));
    RunOptions alone = RunOptions.builder().alone().maxSteps(200).build();

    HOUSE.runtime().start("counting", thread, StateUpdate.empty(), alone).await(LONGEST);

    long bytes = workflow().describe().getWorkflowExecutionInfo().getHistorySizeBytes();
    assertThat(bytes / steps).isLessThan(900);
  }
}
