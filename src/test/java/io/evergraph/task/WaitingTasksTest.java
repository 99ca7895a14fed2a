package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tasks that wait for people, who answer on their threads. */
class WaitingTasksTest extends DeskFixture {
  private static final Duration NEVER = Duration.ofDays(1);
  private static final long AFTER_A_LIST_IS_DUE = 2_500;

  @Test
  void shouldGoOnWhenSomebodyAnswers() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      assertThat(desk.task(task.id()).state()).isEqualTo(TaskState.WAITING);
      String question = runtime.snapshot(task.thread()).interrupts().get(0).id();

      assertThat(runtime.answer(task.thread(), Answer.to(question, "well"))).isNotNull();

      awaitState(desk, task, TaskState.FINISHED);
      await().atMost(LONGEST).until(() -> seen.size() == 2);
      assertThat(seen)
          .extracting(TaskRecord::state)
          .containsExactly(TaskState.WAITING, TaskState.FINISHED);
    }
  }

  @Test
  void shouldShowInListsWhatBecameOfATaskThatWaited() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle answered = desk.execute(request("support", "ann", "ask"));
      TaskHandle open = desk.execute(request("support", "bob", "ask"));
      assertThat(answered.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      assertThat(open.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      assertThat(states(desk)).containsExactly(TaskState.WAITING, TaskState.WAITING);
      String question = runtime.snapshot(answered.thread()).interrupts().get(0).id();

      assertThat(runtime.answer(answered.thread(), Answer.to(question, "well"))).isNotNull();

      await()
          .atMost(LONGEST)
          .until(() -> states(desk), List.of(TaskState.WAITING, TaskState.FINISHED)::equals);
      await().atMost(LONGEST).until(() -> seen.size() == 3);
      assertThat(states(desk)).containsExactly(TaskState.WAITING, TaskState.FINISHED);
      assertThat(seen)
          .filteredOn(task -> task.id().equals(answered.id()))
          .extracting(TaskRecord::state)
          .containsExactly(TaskState.WAITING, TaskState.FINISHED);
    }
  }

  @Test
  void shouldTellHooksOnceOfATaskThatSeveralProcessesList() throws Exception {
    TaskRecords records = new LocalTaskRecords();
    try (AgentTaskOrchestrator one = desk().records(records).build();
        AgentTaskOrchestrator two = desk().records(records).build()) {
      TaskHandle task = one.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      String question = runtime.snapshot(task.thread()).interrupts().get(0).id();
      assertThat(runtime.answer(task.thread(), Answer.to(question, "well"))).isNotNull();

      List<CompletableFuture<List<TaskState>>> lists =
          Stream.of(one, two, one, two)
              .map(desk -> CompletableFuture.supplyAsync(() -> states(desk)))
              .toList();

      lists.forEach(CompletableFuture::join);
      await().atMost(LONGEST).until(() -> states(two), List.of(TaskState.FINISHED)::equals);
      await().atMost(LONGEST).until(() -> seen.size() == 2);
      assertThat(states(one)).containsExactly(TaskState.FINISHED);
      assertThat(seen)
          .extracting(TaskRecord::state)
          .containsExactly(TaskState.WAITING, TaskState.FINISHED);
    }
  }

  @Test
  void shouldTellHooksOnceOfATaskThatGoesOnWhileTheyAreToldThatItWaits() throws Exception {
    AtomicReference<AgentTaskOrchestrator> reader = new AtomicReference<>();
    AfterHook answers =
        task -> {
          if (task.state() == TaskState.WAITING) {
            ThreadId thread = ThreadId.of(task.thread());
            String question = runtime.snapshot(thread).interrupts().get(0).id();
            assertThat(runtime.answer(thread, Answer.to(question, "well"))).isNotNull();
            assertThat(reader.get().task(task.id()).state()).isNotEqualTo(TaskState.WAITING);
          }
        };
    AtomicInteger looks = new AtomicInteger();
    TaskRecords counted = records(Map.of("adopt", looks::incrementAndGet));
    try (AgentTaskOrchestrator desk =
        desk().after(answers).records(counted).expiry(Duration.ofMillis(300)).build()) {
      reader.set(desk);
      TaskHandle task = desk.execute(request("support", "ann", "ask and hold"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      int before = looks.get();

      await().atMost(LONGEST).until(() -> looks.get() > before + 8); // three within the expiry
      agents.release("ask and hold");

      awaitState(desk, task, TaskState.FINISHED);
      TaskHandle last = desk.execute(request("support", "ann", "now"));
      assertThat(last.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      assertThat(seen)
          .filteredOn(it -> it.id().equals(task.id()))
          .extracting(TaskRecord::state)
          .containsExactly(TaskState.WAITING, TaskState.FINISHED);
    }
  }

  /** Returns records of this process that do something when they are asked for something. */
  private static TaskRecords records(Map<String, Runnable> asked) {
    TaskRecords kept = new LocalTaskRecords();
    InvocationHandler watched =
        (self, method, arguments) -> {
          asked.getOrDefault(method.getName(), () -> {}).run();
          return method.invoke(kept, arguments);
        };
    return TaskRecords.class.cast(
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(), new Class<?>[] {TaskRecords.class}, watched));
  }

  private static List<TaskState> states(AgentTaskOrchestrator desk) {
    return desk.tasks(TaskQuery.all()).stream().map(TaskRecord::state).toList();
  }

  @Test
  void shouldLetAHookFinishThatTakesLongerThanAList() throws Exception {
    CountDownLatch listed = new CountDownLatch(1);
    AfterHook slow =
        task -> {
          if (task.state() == TaskState.FAILED) {
            waitFor(listed);
            seen.add(task);
          }
        };
    try (AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(runtime).after(slow).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      runtime.delete(task.thread());

      assertThat(states(desk)).containsExactly(TaskState.FAILED);
      listed.countDown();

      await().atMost(LONGEST).until(() -> seen.size() == 1);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  /** Returns records whose answer to the change to a running task comes after a list is due. */
  private static TaskRecords slowToAnswer(TaskRecords records) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object answer = method.invoke(records, arguments);
          if (method.getName().equals("change") && arguments[1] == TaskState.WAITING) {
            Thread.sleep(AFTER_A_LIST_IS_DUE);
          }
          return answer;
        };
    return (TaskRecords)
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(), new Class<?>[] {TaskRecords.class}, handler);
  }

  @Test
  void shouldFollowATaskWhoseRecordChangesSlowly() throws Exception {
    TaskRecords records = slowToAnswer(new LocalTaskRecords());
    try (AgentTaskOrchestrator desk = desk().records(records).expiry(NEVER).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      String question = runtime.snapshot(task.thread()).interrupts().get(0).id();
      assertThat(runtime.answer(task.thread(), Answer.to(question, "well"))).isNotNull();

      assertThat(states(desk)).containsExactly(TaskState.RUNNING);

      awaitState(desk, task, TaskState.FINISHED);
    }
  }

  /** Returns the runtime as one in which no thread can be read. */
  private GraphRuntime unreadable() {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("snapshot")) {
            throw new RuntimeUnavailableException("the server", "it is away");
          }
          return method.invoke(runtime, arguments);
        };
    return (GraphRuntime)
        Proxy.newProxyInstance(
            GraphRuntime.class.getClassLoader(), new Class<?>[] {GraphRuntime.class}, handler);
  }

  @Test
  void shouldShowInListsWhatWasNotedWhereTheRuntimeIsAway() throws Exception {
    try (AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(unreadable()).build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);

      assertThat(states(desk)).containsExactly(TaskState.WAITING);
    }
  }

  @Test
  void shouldStopATaskThatWaits() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);

      assertThat(desk.cancel(task.id()).state()).isEqualTo(TaskState.CANCELLED);
      assertThat(desk.task(task.id()).state()).isEqualTo(TaskState.CANCELLED);
      assertThat(seen)
          .extracting(TaskRecord::state)
          .containsExactly(TaskState.WAITING, TaskState.CANCELLED);
    }
  }

  @Test
  void shouldEndByItsOwnRunThoughAnotherTaskHasFollowedOnItsThread() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle task = desk.execute(request("support", "ann", "ask"));
      assertThat(task.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      String question = runtime.snapshot(task.thread()).interrupts().get(0).id();
      runtime.answer(task.thread(), Answer.to(question, "well")).await(LONGEST);

      askAgain(desk, task);

      awaitState(desk, task, TaskState.FINISHED);
    }
  }

  @Test
  void shouldNotStopTheTaskThatHasTakenItsPlace() throws Exception {
    try (AgentTaskOrchestrator desk = desk().build()) {
      TaskHandle left = desk.execute(request("support", "ann", "ask"));
      assertThat(left.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
      askAgain(desk, left);

      assertThat(desk.cancel(left.id()).state()).isEqualTo(TaskState.CANCELLED);

      assertThat(runtime.snapshot(left.thread()).status()).isEqualTo(ThreadStatus.INTERRUPTED);
      assertThat(desk.task(left.id()).error()).contains("gone on without an answer");
    }
  }

  /** A further task on the thread of another one, which waits as well. */
  private void askAgain(AgentTaskOrchestrator desk, TaskHandle task) throws Exception {
    TaskHandle next = desk.execute(request("support", "ann", "ask").thread(task.thread()));
    assertThat(next.await(LONGEST).state()).isEqualTo(TaskState.WAITING);
  }
}
