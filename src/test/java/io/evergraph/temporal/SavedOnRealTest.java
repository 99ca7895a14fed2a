package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.server.TestServer;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.client.WorkflowNotFoundException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real server, saved in a real PostgreSQL. */
@Tag("real")
@Tag("slow")
class SavedOnRealTest extends RestingContract {
  private static EmbeddedPostgres postgres;
  private static JdbcCheckpointStore store;
  private static TemporalHouse house;
  private static TemporalHouse shortHouse;
  private static TemporalHouse restingHouse;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
    store = new JdbcCheckpointStore(postgres.getPostgresDatabase());
    house = TemporalHouse.on(connection("saved", ExecutionLimits.USUAL), graphs());
    shortHouse = TemporalHouse.on(connection("saved-short", new ExecutionLimits(4, 6)), graphs());
    restingHouse = TemporalHouse.on(connection("saved-resting", resting(store)), graphs());
  }

  private static TemporalConnection connection(String queue, ExecutionLimits limits) {
    return connection(queue, options(store, limits));
  }

  private static TemporalConnection connection(String queue, TemporalOptions.Builder options) {
    return TemporalConnection.open(
        options.target(RealTemporal.address()).taskQueue(queue).build(), StateCodec.create());
  }

  @AfterAll
  static void stop() throws IOException {
    house.close();
    shortHouse.close();
    restingHouse.close();
    postgres.close();
  }

  @Override
  TemporalHouse house() {
    return house;
  }

  @Override
  TemporalHouse shortHouse() {
    return shortHouse;
  }

  @Override
  TemporalHouse restingHouse() {
    return restingHouse;
  }

  @Override
  void forgetAfterRest() {
    forget(restingHouse, thread);
  }

  @Override
  CheckpointStore store() {
    return store;
  }

  @Override
  void forget(TemporalHouse at, ThreadId forgotten) {
    List<WorkflowExecution> all =
        Executions.of(at.connection().client(), forgotten).stream()
            .map(it -> it.getEvents().get(0).getWorkflowExecutionStartedEventAttributes())
            .map(
                it ->
                    WorkflowExecution.newBuilder()
                        .setWorkflowId(forgotten.value())
                        .setRunId(it.getOriginalExecutionRunId())
                        .build())
            .toList();
    all.forEach(it -> delete(at, it));
    await()
        .atMost(LONGEST.multipliedBy(2))
        .until(() -> all.stream().noneMatch(it -> isThere(at, it)));
  }

  private static void delete(TemporalHouse at, WorkflowExecution execution) {
    at.connection()
        .stub()
        .deleteWorkflowExecution(
            DeleteWorkflowExecutionRequest.newBuilder()
                .setNamespace("default")
                .setWorkflowExecution(execution)
                .build());
  }

  private static boolean isThere(TemporalHouse at, WorkflowExecution execution) {
    try {
      at.connection()
          .client()
          .newUntypedWorkflowStub(
              execution.getWorkflowId(), Optional.of(execution.getRunId()), Optional.empty())
          .describe();
      return true;
    } catch (WorkflowNotFoundException gone) {
      return false;
    }
  }

  @Test
  void shouldShowAThreadThatNoWorkerAnswersFor() throws Exception {
    Seen before;
    try (TemporalHouse without =
        TemporalHouse.on(connection("saved-alone", ExecutionLimits.USUAL), graphs())) {
      run(without, "approval", RunOptions.defaults());
      before = Seen.of(without, thread);
      awaitSaved(before);
    }

    try (TemporalConnection connection = connection("saved-alone", ExecutionLimits.USUAL);
        TemporalRuntime client = new TemporalRuntime(connection, GraphRegistry.of(graphs()))) {
      assertThat(Seen.of(client, thread)).isEqualTo(before);
    }
  }

  /** The run may have begun after the thread was saved. */
  @Test
  void shouldNotTakeARunForUnknownOfWhichNoWorkerCanTell() throws Exception {
    try (TemporalHouse without =
        TemporalHouse.on(connection("saved-before", ExecutionLimits.USUAL), graphs())) {
      run(without, "approval", RunOptions.defaults());
      awaitSaved(Seen.of(without, thread));
    }

    try (TemporalConnection connection = connection("saved-before", ExecutionLimits.USUAL);
        TemporalRuntime client = new TemporalRuntime(connection, GraphRegistry.of(graphs()));
        TestServer server = TestServer.of(client)) {
      HttpRequest.Builder asked = server.request("/threads/" + thread + "/runs/later");
      assertThat(server.send(asked.timeout(LONGEST).build()).status()).isEqualTo(503);
    }
  }

  @Test
  void shouldShowAThreadThatWasTerminated() throws Exception {
    RunResult asked = run(house, "approval", RunOptions.defaults());
    Seen before = Seen.of(house, thread);
    awaitSaved(before);

    house.connection().client().newUntypedWorkflowStub(thread.value()).terminate("by hand");
    forget(house, thread);

    assertThat(Seen.of(house, thread)).isEqualTo(before);
    assertThat(house.runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(house.runtime().snapshot(thread).interrupts()).isEqualTo(asked.interrupts());
  }

  @Test
  void shouldSaveTheThreadOfAScheduledRun() throws Exception {
    Schedules schedules = house.runtime().schedules();
    String id = "saved-nightly";
    ScheduleView unused =
        schedules.create(Schedule.of(id, "saved", ScheduleTiming.every(Duration.ofDays(300))));
    schedules.trigger(id);
    ScheduleView.Firing run =
        await()
            .atMost(LONGEST)
            .until(() -> schedules.get(id).recent(), runs -> !runs.isEmpty())
            .get(0);
    RunResult result = house.runtime().run(run.thread(), run.runId()).await(LONGEST);
    Seen before = Seen.of(house, run.thread());
    awaitEnded(run.thread());

    schedules.delete(id);
    forget(house, run.thread());

    assertThat(Seen.of(house, run.thread())).isEqualTo(before);
    assertThat(house.runtime().run(run.thread(), run.runId()).await(LONGEST)).isEqualTo(result);
  }
}
