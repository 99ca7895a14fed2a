package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.BeforeHook.Decision;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of tasks when what an orchestrator stands on fails it. */
class OrchestratorFaultsTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final RetryPauses SOON =
      new RetryPauses(Duration.ofMillis(10), Duration.ofMillis(20));

  private final Agents agents = new Agents();
  private final GraphRuntime runtime = agents.runtime("support");
  private final TaskRecords records = new LocalTaskRecords();
  private final List<TaskRecord> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeRuntime() {
    runtime.close();
  }

  /** Fails a call of a part, or lets it pass. */
  private interface Fault {
    void before(String method) throws Exception;
  }

  private static <T> T with(Class<T> type, T part, Fault fault) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              fault.before(method.getName());
              try {
                return method.invoke(part, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
    return type.cast(proxy);
  }

  private OrchestratorBuilder deskOn(Fault fault) {
    return AgentTaskOrchestrator.on(with(GraphRuntime.class, runtime, fault))
        .records(records)
        .retry(SOON)
        .after(seen::add);
  }

  private OrchestratorBuilder desk() {
    return AgentTaskOrchestrator.on(runtime).records(records).after(seen::add);
  }

  private TaskState noted(TaskHandle task) {
    return records.find(task.id()).orElseThrow().state();
  }

  @Test
  void shouldNotBeginWhatWasStoppedWhileTheRuntimeWasAway() throws Exception {
    AtomicBoolean away = new AtomicBoolean(true);
    AtomicInteger starts = new AtomicInteger();
    Fault fault =
        method -> {
          starts.addAndGet(method.equals("start") ? 1 : 0);
          if (away.get() && (method.equals("start") || method.equals("cancel"))) {
            throw new RuntimeUnavailableException("the server", "it is away");
          }
        };
    try (AgentTaskOrchestrator desk = deskOn(fault).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "now"));
      await().atMost(LONGEST).until(() -> starts.get() > 0);
      assertThat(desk.cancel(task.id()).state()).isEqualTo(TaskState.CANCELLED);
      away.set(false);

      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.CANCELLED);
      assertThat(agents.begun).isEmpty();
      assertThat(seen).extracting(TaskRecord::state).containsExactly(TaskState.CANCELLED);
    }
  }

  @Test
  void shouldStopTheRunOfATaskThatItsLostProcessNeverNotedAsBegun() throws Exception {
    Fault silenced =
        method -> {
          if (method.equals("change")) {
            throw new StoreUnavailableException("the records", "this process was killed");
          }
        };
    TaskHandle task;
    try (AgentTaskOrchestrator lost =
        AgentTaskOrchestrator.on(runtime)
            .records(with(TaskRecords.class, records, silenced))
            .build()) {
      task = lost.execute(request("support", "ann", "hold"));
      assertThatThrownBy(() -> task.await(LONGEST)).isInstanceOf(StoreUnavailableException.class);
    }

    try (AgentTaskOrchestrator desk = desk().build()) {
      assertThat(desk.cancel(task.id()).state()).isEqualTo(TaskState.CANCELLED);

      TaskRecord begun = task.admitted();
      assertThat(runtime.run(ThreadId.of(begun.thread()), begun.run()).await(LONGEST).status())
          .isEqualTo(RunStatus.CANCELLED);
    }
  }

  /** Returns records that note a state, let something happen, and whose answer is lost then. */
  private TaskRecords silentAfter(TaskState state, Consumer<TaskRecord> meanwhile) {
    AtomicBoolean lost = new AtomicBoolean();
    Object proxy =
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(),
            new Class<?>[] {TaskRecords.class},
            (self, method, arguments) -> {
              Object answer = method.invoke(records, arguments);
              if (answer instanceof Optional<?> noted
                  && noted.orElse(null) instanceof TaskRecord task
                  && task.state() == state
                  && !lost.getAndSet(true)) {
                meanwhile.accept(task);
                throw new StoreUnavailableException("the record of a task", "the answer was lost");
              }
              return answer;
            });
    return TaskRecords.class.cast(proxy);
  }

  @Test
  void shouldTellOfAnEndThoughTheAnswerToItsNoteIsLost() throws Exception {
    TaskRecords silent = silentAfter(TaskState.FINISHED, ended -> {});
    try (AgentTaskOrchestrator desk = desk().records(silent).retry(SOON).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "now"));

      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(seen).extracting(TaskRecord::state).containsExactly(TaskState.FINISHED);
    }
  }

  @Test
  void shouldNotEndTheNextRunOfATaskThatIsAnsweredWhileAReplyIsLost() throws Exception {
    TaskRecordChange next = TaskRecordChange.to(TaskState.RUNNING).by("the next run");
    TaskRecords silent =
        silentAfter(
            TaskState.WAITING,
            asked -> assertThat(records.change(asked.id(), TaskState.WAITING, next)).isPresent());
    try (AgentTaskOrchestrator desk = desk().records(silent).retry(SOON).build()) {
      TaskRecord after = desk.execute(request("support", "ann", "ask")).await(LONGEST);

      assertThat(after.state()).isEqualTo(TaskState.RUNNING);
      assertThat(records.find(after.id())).hasValue(after);
    }
  }

  private TaskState endWhere(BlobUnavailableException failure, int times) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Fault fault =
        method -> {
          if (method.equals("start") && calls.incrementAndGet() <= times) {
            throw failure;
          }
        };
    try (AgentTaskOrchestrator desk = deskOn(fault).build()) {
      return desk.execute(request("support", "ann", "now")).await(LONGEST).state();
    }
  }

  @Test
  void shouldGoOnWithATaskWhoseLargeValuesWereAway() throws Exception {
    assertThat(endWhere(new BlobUnavailableException("hash", "no connection"), 3))
        .isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldFailATaskWhoseLargeValuesAreLost() throws Exception {
    assertThat(endWhere(BlobUnavailableException.lost("hash", "no such file"), 1))
        .isEqualTo(TaskState.FAILED);
  }

  @Test
  void shouldStopATaskWhoseThreadIsStuckWhenItsTimeIsUp() throws Exception {
    AtomicInteger cancels = new AtomicInteger();
    Fault stuck =
        method -> {
          cancels.addAndGet(method.equals("cancel") ? 1 : 0);
          if (method.equals("stream")) {
            throw RuntimeUnavailableException.ofThread("the server", "t", "it fails each time");
          }
        };
    TaskTimeouts brief = new TaskTimeouts(Duration.ofMillis(100), Duration.ofMillis(300));
    try (AgentTaskOrchestrator desk = deskOn(stuck).timeouts(brief).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "hold"));

      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.TIMED_OUT);
      assertThat(cancels).hasValue(1);
    }
  }

  @Test
  void shouldLeaveToOthersTheTasksOfAgentsThatItDoesNotHave() throws Exception {
    Fault closed =
        method -> {
          if (method.equals("start")) {
            throw new RuntimeClosedException("temporal");
          }
        };
    TaskHandle task;
    try (AgentTaskOrchestrator gone = deskOn(closed).expiry(LONGEST).build()) {
      task = gone.execute(request("support", "ann", "now"));
      assertThatThrownBy(() -> task.await(LONGEST)).isInstanceOf(RuntimeClosedException.class);
    }
    AtomicInteger looks = new AtomicInteger();
    Fault counted = method -> looks.addAndGet(method.equals("adopt") ? 1 : 0);
    TaskRecords watched = with(TaskRecords.class, records, counted);
    Duration soon = Duration.ofMillis(100);

    try (GraphRuntime other = agents.runtime("sales");
        AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(other).records(watched).expiry(soon).build()) {
      await().atMost(LONGEST).until(() -> looks.get() > 20);
      assertThat(noted(task)).isEqualTo(TaskState.PENDING);
      assertThat(desk.task(task.id()).agent()).isEqualTo("support");
    }
    try (AgentTaskOrchestrator desk = desk().expiry(soon).build()) {
      await().atMost(LONGEST).until(() -> desk.task(task.id()).state() == TaskState.FINISHED);
    }
  }

  @Test
  void shouldLeaveToOthersWhatIsInterruptedInACallWhenItCloses() throws Exception {
    CountDownLatch calling = new CountDownLatch(1);
    CompletableFuture<Void> interrupted = new CompletableFuture<>();
    Fault fault =
        method -> {
          if (method.equals("stream")) {
            try {
              calling.countDown();
              new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
              Thread.currentThread().interrupt();
              interrupted.complete(null);
              throw new IllegalStateException("CANCELLED: Thread interrupted", stop);
            }
          }
        };
    AgentTaskOrchestrator gone = deskOn(fault).expiry(LONGEST).build();
    TaskHandle task = gone.execute(request("support", "ann", "hold"));
    calling.await();
    gone.close();
    interrupted.join();

    assertThatThrownBy(() -> task.await(LONGEST)).hasMessageContaining("process stops");
    assertThat(noted(task)).isEqualTo(TaskState.RUNNING);
    assertThat(seen).isEmpty();
  }

  @Test
  void shouldLeaveToOthersWhatRunsWhenTheRuntimeIsClosedFirst() throws Exception {
    Fault closed =
        method -> {
          if (method.equals("stream")) {
            throw new RuntimeClosedException("temporal");
          }
        };
    try (AgentTaskOrchestrator gone = deskOn(closed).expiry(LONGEST).build()) {
      TaskHandle task = gone.execute(request("support", "ann", "now"));

      assertThatThrownBy(() -> task.await(LONGEST)).isInstanceOf(RuntimeClosedException.class);
      assertThat(noted(task)).isEqualTo(TaskState.RUNNING);
      try (AgentTaskOrchestrator other = desk().expiry(Duration.ofMillis(60)).build()) {
        await().atMost(LONGEST).until(() -> other.task(task.id()).state() == TaskState.FINISHED);
      }
    }
  }

  @Test
  void shouldGiveBackWhatWasHeldWhenAHookBreaksDown() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    try (AgentTaskOrchestrator desk =
        desk()
            .capacity(new Capacity(1, 1, Duration.ZERO))
            .before(
                "broken",
                it -> {
                  if (broken.getAndSet(false)) {
                    throw new NoClassDefFoundError("a part of the hook");
                  }
                  return Decision.pass(it);
                })
            .after(
                task -> {
                  throw new NoClassDefFoundError("a part of another hook");
                })
            .build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(NoClassDefFoundError.class);

      for (String order : List.of("now", "now again")) {
        assertThat(desk.execute(request("support", "ann", order)).await(LONGEST).state())
            .isEqualTo(TaskState.FINISHED);
      }
    }
  }

  @Test
  void shouldHoldThePlaceOfAUserForAsLongAsTheRequestWaits() throws Exception {
    Duration expiry = Duration.ofMillis(300);
    try (AgentTaskOrchestrator desk =
        desk()
            .expiry(expiry)
            .perUser(new PerUser(10, Duration.ofMinutes(1), 1))
            .capacity(new Capacity(1, 1, LONGEST))
            .build()) {
      TaskHandle held = desk.execute(request("support", "ann", "hold"));
      CompletableFuture<Thread> caller = new CompletableFuture<>();
      CompletableFuture<TaskHandle> waits =
          CompletableFuture.supplyAsync(
              () -> {
                caller.complete(Thread.currentThread());
                return desk.execute(request("support", "bob", "hold"));
              },
              run -> new Thread(run).start());
      await().until(() -> caller.join().getState() == Thread.State.TIMED_WAITING);
      Thread.sleep(expiry.multipliedBy(2).toMillis()); // an expiry cannot be seen

      assertThatThrownBy(() -> desk.execute(request("support", "bob", "now")))
          .isInstanceOfSatisfying(
              LimitReachedException.class,
              it -> assertThat(it.rule()).isEqualTo("user_concurrency"));
      agents.release("hold");
      assertThat(held.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(waits.join().await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
    }
  }

  @Test
  void shouldKeepItsTasksThoughTheStoreOfTheLimitsIsAway() throws Exception {
    AtomicInteger renewals = new AtomicInteger();
    Fault fault =
        method -> {
          if (method.equals("renew")) {
            renewals.incrementAndGet();
            throw new StoreUnavailableException("the places of tasks", "nobody answers");
          }
        };
    Duration expiry = Duration.ofMillis(1500);
    try (AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(runtime)
                .records(records)
                .expiry(expiry)
                .limits(with(AdmissionLimits.class, new LocalAdmissionLimits(), fault))
                .build();
        AgentTaskOrchestrator other = desk().expiry(expiry).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "hold"));
      await().atMost(LONGEST).until(() -> renewals.get() > 6); // two times the expiry
      agents.release("hold");

      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(other.task(task.id()).state()).isEqualTo(TaskState.FINISHED);
      assertThat(seen).isEmpty();
    }
  }
}
