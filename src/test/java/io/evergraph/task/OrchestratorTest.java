package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.error.RequestRefusedException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownAgentTaskException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OrchestratorTest extends DeskFixture {
  @Test
  void shouldKeepARecordFromAdmissionToEnd() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle task = desk.execute(request("support", "ann", "hold"));

      assertThat(task.admitted().state()).isEqualTo(TaskState.PENDING);
      awaitState(desk, task, TaskState.RUNNING);
      agents.release("hold");
      TaskRecord end = task.await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.FINISHED);
      assertThat(end.changedAt()).isAfterOrEqualTo(end.createdAt());
      assertThat(desk.task(task.id())).isEqualTo(end);
      assertThat(seen).containsExactly(end);
      assertThat(runtime.snapshot(task.thread()).state().get(Agents.ANSWER)).isEqualTo("done hold");
    }
  }

  @Test
  void shouldTellHooksOfFailures() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk()
            .after(
                task -> {
                  throw new IllegalStateException("a broken hook");
                })
            .build()) {
      TaskRecord end = desk.execute(request("support", "ann", "fail")).await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.FAILED);
      assertThat(end.error()).contains("told to");
      assertThat(seen).containsExactly(end);
    }
  }

  @Test
  void shouldGiveTheAgentWhatAHookRewrote() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk()
            .before("polite", it -> BeforeHook.Decision.pass(it.input("order", "please")))
            .build()) {
      TaskRecord end = desk.execute(request("support", "ann", "now")).await(LONGEST);

      assertThat(end.input()).containsEntry("order", "please");
      assertThat(agents.begun).containsExactly("please");
    }
  }

  @Test
  void shouldLetAHookBeginTheNextTaskOfTheUserWhoseLastHasEnded() throws Exception {
    CompletableFuture<TaskHandle> next = new CompletableFuture<>();
    AtomicReference<AgentTaskOrchestrator> chained = new AtomicReference<>();
    AfterHook begins =
        task -> {
          if (!next.isDone()) {
            next.complete(chained.get().execute(request("sales", "ann", "next")));
          }
        };
    try (AgentTaskOrchestrator desk =
        desk().perUser(new PerUser(30, Duration.ofMinutes(1), 1)).after(begins).build()) {
      chained.set(desk);

      TaskHandle first = desk.execute(request("support", "ann", "first"));

      assertThat(first.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(next).isDone();
      assertThat(next.join().await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
    }
  }

  @Test
  void shouldRefuseTwoHooksOfOneName() {
    OrchestratorBuilder desk = desk().before("policy", BeforeHook.Decision::pass);

    assertThatThrownBy(() -> desk.before("policy", BeforeHook.Decision::pass))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'policy'");
  }

  @Test
  void shouldLeaveNoRecordOfWhatIsRefused() {
    try (AgentTaskOrchestrator desk =
        desk().before("budget", it -> BeforeHook.Decision.refuse("nothing is left")).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOfSatisfying(
              RequestRefusedException.class, it -> assertThat(it.hook()).isEqualTo("budget"))
          .hasMessageContaining("nothing is left");

      assertThat(desk.tasks(TaskQuery.all())).isEmpty();
      assertThat(agents.begun).isEmpty();
    }
  }

  @Test
  void shouldNameTheHookThatDoesNotSayWhenToAskAgain() {
    BeforeHook vague = it -> BeforeHook.Decision.refuse("nothing is left", null);
    try (AgentTaskOrchestrator desk = desk().before("budget", vague).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(GraphException.class)
          .hasMessageContaining("ask the hook 'budget'")
          .hasMessageContaining("retryAfter");

      assertThat(desk.tasks(TaskQuery.all())).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhatTheAgentCannotTake() {
    try (AgentTaskOrchestrator desk =
        desk().perUser(new PerUser(10, Duration.ofMinutes(1), 1)).build()) {
      assertThatThrownBy(() -> desk.execute(request("nobody", "ann", "now")))
          .isInstanceOf(UnknownGraphException.class);
      assertThatThrownBy(() -> desk.execute(AgentRequest.to("support", "ann").input("colour", 1)))
          .isInstanceOf(UnknownChannelException.class);
      assertThatThrownBy(() -> request("support", " ", "now"))
          .isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> desk.task("none")).isInstanceOf(UnknownAgentTaskException.class);

      assertThat(desk.tasks(TaskQuery.all())).isEmpty();
      assertThat(desk.execute(request("support", "ann", "now"))).isNotNull();
    }
  }

  @Test
  void shouldRefuseTheSixthAtOnceAndTheThirtyFirstInAMinute() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      List<TaskHandle> held =
          List.of(1, 2, 3, 4, 5).stream()
              .map(number -> desk.execute(request("support", "ann", "hold")))
              .toList();

      assertRefused(desk, "ann", "user_concurrency");
      assertThat(desk.execute(request("support", "bob", "now"))).isNotNull();
      agents.release("hold");
      for (TaskHandle task : held) {
        assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      }
      for (int request = 7; request <= 30; request++) {
        assertThat(desk.execute(request("support", "ann", "now")).await(LONGEST)).isNotNull();
      }
      assertRefused(desk, "ann", "user_rate");

      assertThat(desk.tasks(TaskQuery.all().ofUser("ann"))).hasSize(29);
    }
  }

  private static void assertRefused(AgentTaskOrchestrator desk, String user, String rule) {
    assertThatThrownBy(() -> desk.execute(request("support", user, "now")))
        .isInstanceOfSatisfying(
            LimitReachedException.class,
            refusal -> {
              assertThat(refusal.rule()).isEqualTo(rule);
              assertThat(refusal.retryAfter())
                  .hasValueSatisfying(it -> assertThat(it).isPositive());
            });
  }

  @Test
  void shouldAdmitWhoWaitsByPriority() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk().capacity(new Capacity(1, 1, Duration.ofSeconds(60))).build()) {
      TaskHandle first = desk.execute(request("support", "ann", "hold"));
      CompletableFuture<TaskHandle> low = waiting(desk, Priority.LOW);
      CompletableFuture<TaskHandle> normal = waiting(desk, Priority.NORMAL);
      CompletableFuture<TaskHandle> high = waiting(desk, Priority.HIGH);
      agents.release("hold");

      assertThat(first.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      for (CompletableFuture<TaskHandle> task : List.of(high, normal, low)) {
        assertThat(task.join().await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      }
      assertThat(agents.begun).containsExactly("hold", "HIGH", "NORMAL", "LOW");
    }
  }

  /** Returns when the request waits. */
  private CompletableFuture<TaskHandle> waiting(AgentTaskOrchestrator desk, Priority priority) {
    String user = priority.name();
    CompletableFuture<Thread> caller = new CompletableFuture<>();
    CompletableFuture<TaskHandle> task =
        CompletableFuture.supplyAsync(
            () -> {
              caller.complete(Thread.currentThread());
              return desk.execute(request("support", user, user).priority(priority));
            },
            run -> new Thread(run).start());
    await().atMost(LONGEST).until(() -> caller.join().getState() == Thread.State.TIMED_WAITING);
    return task;
  }

  @Test
  void shouldRefuseWhoWaitsTooLongAndNotHoldUpOtherAgents() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk().capacity(new Capacity(3, 1, Duration.ofMillis(100))).build()) {
      TaskHandle held = desk.execute(request("support", "ann", "hold"));

      assertRefused(desk, "bob", "agent_capacity");
      assertThat(desk.execute(request("sales", "bob", "now")).await(LONGEST).state())
          .isEqualTo(TaskState.FINISHED);
      agents.release("hold");

      assertThat(held.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(desk.execute(request("support", "bob", "now"))).isNotNull();
    }
  }

  @Test
  void shouldStopWhatShowsNothingButNotWhatTalks() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk().timeouts(new TaskTimeouts(Duration.ofMillis(400), Duration.ofSeconds(20))).build()) {
      TaskHandle talks = desk.execute(request("support", "ann", "talk"));
      TaskRecord quiet = desk.execute(request("support", "ann", "hold")).await(LONGEST);

      assertThat(quiet.state()).isEqualTo(TaskState.TIMED_OUT);
      assertThat(quiet.error()).contains("activity timeout");
      assertThat(talks.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
    }
  }

  @Test
  void shouldStopWhatTakesTooLongThoughItTalks() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk().timeouts(new TaskTimeouts(Duration.ofMillis(200), Duration.ofMillis(200))).build()) {
      TaskRecord end = desk.execute(request("support", "ann", "talk")).await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.TIMED_OUT);
      assertThat(end.error()).contains("hard timeout");
    }
  }

  @Test
  void shouldStopATaskOnDemand() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle task = desk.execute(request("support", "ann", "hold"));
      awaitState(desk, task, TaskState.RUNNING);

      assertThat(desk.cancel(task.id()).state()).isEqualTo(TaskState.RUNNING);

      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.CANCELLED);
      assertThat(desk.cancel(task.id()).state()).isEqualTo(TaskState.CANCELLED);
    }
  }

  @Test
  void shouldTakeOverTheTasksOfAProcessThatIsGone() throws Exception {
    TaskRecords records = new LocalTaskRecords();
    AgentTaskOrchestrator gone =
        AgentTaskOrchestrator.on(runtime).records(records).expiry(LONGEST).build();
    TaskHandle task = gone.execute(request("support", "ann", "hold"));
    awaitState(gone, task, TaskState.RUNNING);
    gone.close();

    try (AgentTaskOrchestrator desk =
        desk().records(records).expiry(Duration.ofMillis(60)).build()) {
      agents.release("hold");

      awaitState(desk, task, TaskState.FINISHED);
      await().atMost(LONGEST).until(() -> !seen.isEmpty());
      assertThat(agents.begun).containsExactly("hold");
    }
  }

  /** Returns the record of a task that a process has left behind. */
  private static TaskRecord left(String order, TaskState state, Instant at) {
    Map<String, Object> input = Map.of("order", order);
    return new TaskRecord(
        "t1", "support", "ann", "thread-1", "run-1", input, Map.of(), state, null, at, at);
  }

  @Test
  void shouldBeginWhatAProcessHadAdmittedWhenItWent() {
    TaskRecords records = new LocalTaskRecords();
    records.create(left("now", TaskState.PENDING, Instant.now()));

    try (AgentTaskOrchestrator desk =
        desk().records(records).expiry(Duration.ofMillis(60)).build()) {
      await().atMost(LONGEST).until(() -> desk.task("t1").state() == TaskState.FINISHED);
      assertThat(agents.begun).containsExactly("now");
    }
  }

  @Test
  void shouldCountTheTimeThatAnotherProcessHasFollowedATask() {
    TaskRecords records = new LocalTaskRecords();
    runtime.start(
        "support",
        ThreadId.of("thread-1"),
        StateUpdate.of(Map.of("order", "hold")),
        RunOptions.builder().runId("run-1").build());
    Instant anHourAgo = Instant.now().minus(Duration.ofHours(1));
    records.create(left("hold", TaskState.RUNNING, anHourAgo));

    try (AgentTaskOrchestrator desk =
        desk().records(records).expiry(Duration.ofMillis(60)).build()) {
      await().atMost(LONGEST).until(() -> desk.task("t1").state() == TaskState.TIMED_OUT);
      assertThat(desk.task("t1").error()).contains("hard timeout");
    }
  }

  /** Records that are away when they are first to be changed. */
  private static TaskRecords awayOnce(TaskRecords records) {
    AtomicBoolean away = new AtomicBoolean(true);
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("change") && away.getAndSet(false)) {
            throw new StoreUnavailableException("the record of a task", "nobody answers");
          }
          return method.invoke(records, arguments);
        };
    return (TaskRecords)
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(), new Class<?>[] {TaskRecords.class}, handler);
  }

  @Test
  void shouldFinishATaskWhoseRecordCouldNotBeChangedAtFirst() throws Exception {
    TaskRecords records = awayOnce(new LocalTaskRecords());
    try (AgentTaskOrchestrator desk =
        desk().records(records).expiry(Duration.ofMillis(60)).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "now"));

      awaitState(desk, task, TaskState.FINISHED);
      assertThat(agents.begun).containsExactly("now");
      await().atMost(LONGEST).until(() -> !seen.isEmpty());
      assertThat(seen).extracting(TaskRecord::state).containsExactly(TaskState.FINISHED);
    }
  }
}
