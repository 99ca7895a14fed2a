package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.GraphException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.error.RequestRefusedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.BeforeHook.Decision;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps of an orchestrator, one after the other. */
class OrchestratorStepsTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int TIMES_AWAY = 7;
  private static final RetryPauses SOON =
      new RetryPauses(Duration.ofMillis(10), Duration.ofMillis(20));

  private final Agents agents = new Agents();
  private final GraphRuntime runtime = agents.runtime("support");
  private final List<String> asked = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  @AfterEach
  void closeRuntime() {
    runtime.close();
  }

  private OrchestratorBuilder desk() {
    return AgentTaskOrchestrator.on(runtime);
  }

  private BeforeHook noting(String name) {
    return it -> {
      asked.add(name);
      return it.input().get("order").equals("rude")
          ? Decision.refuse("be polite")
          : Decision.pass(it);
    };
  }

  private static TaskState outcome(AgentTaskOrchestrator desk, String order) throws Exception {
    return desk.execute(request("support", "ann", order)).await(LONGEST).state();
  }

  @Test
  void shouldAskHooksInTheirOrderAndOnlyAfterTheLimits() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk()
            .perUser(new PerUser(2, Duration.ofMinutes(10), 1))
            .before("first", noting("first"))
            .before("second", noting("second"))
            .build()) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "rude")))
          .isInstanceOf(RequestRefusedException.class);
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(LimitReachedException.class);

      assertThat(asked).containsExactly("first", "second", "first");
    }
  }

  @Test
  void shouldHoldNoPlaceForWhomAHookRefused() throws Exception {
    try (AgentTaskOrchestrator desk =
        desk()
            .perUser(new PerUser(10, Duration.ofMinutes(1), 1))
            .capacity(new Capacity(1, 1, Duration.ZERO))
            .before("manners", noting("manners"))
            .build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "rude")))
          .isInstanceOf(RequestRefusedException.class);

      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);
    }
  }

  @Test
  void shouldNameTheHookThatDecidesNothing() {
    try (AgentTaskOrchestrator desk = desk().before("policy", it -> null).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(GraphException.class)
          .hasMessageContaining("the hook 'policy'");
    }
  }

  @Test
  void shouldSayWhenAHookMayLetTheRequestPass() {
    Duration tomorrow = Duration.ofHours(9);
    try (AgentTaskOrchestrator desk =
        desk().before("hours", it -> Decision.refuse("closed until 9", tomorrow)).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOfSatisfying(
              RequestRefusedException.class,
              refusal -> assertThat(refusal.retryAfter()).contains(tomorrow));
    }
  }

  @Test
  void shouldSayThatItIsWorthToAskAgainInAMinuteWhereAHookDoesNot() {
    try (AgentTaskOrchestrator desk = desk().before("manners", noting("manners")).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "rude")))
          .isInstanceOfSatisfying(
              RequestRefusedException.class,
              refusal -> assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(60)));
    }
  }

  /** Returns the runtime as one whose server is away when a method is first called. */
  private GraphRuntime away(String name, boolean isReplyLost) {
    return (GraphRuntime)
        Proxy.newProxyInstance(
            GraphRuntime.class.getClassLoader(),
            new Class<?>[] {GraphRuntime.class},
            (proxy, method, arguments) -> {
              boolean isAway =
                  method.getName().equals(name) && calls.incrementAndGet() <= TIMES_AWAY;
              if (isAway && isReplyLost) {
                assertThat(called(method, arguments)).isNotNull();
              }
              if (isAway) {
                throw new RuntimeUnavailableException("the server", "it is away");
              }
              return called(method, arguments);
            });
  }

  private Object called(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(runtime, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }

  private AgentTaskOrchestrator deskWhoseServerIsAway(String method, boolean isReplyLost) {
    return AgentTaskOrchestrator.on(away(method, isReplyLost)).retry(SOON).build();
  }

  /** Returns records with which something happens as soon as a task is noted. */
  private static TaskRecords afterCreation(TaskRecords records, Consumer<TaskRecord> happens) {
    return (TaskRecords)
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(),
            new Class<?>[] {TaskRecords.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(records, arguments);
              if (method.getName().equals("create")) {
                happens.accept((TaskRecord) arguments[0]);
              }
              return result;
            });
  }

  private static TaskRecords stoppedAtOnce() {
    TaskRecords records = new LocalTaskRecords();
    TaskRecordChange stop = TaskRecordChange.to(TaskState.CANCELLED, "stopped at once");
    return afterCreation(
        records,
        task -> assertThat(records.change(task.id(), TaskState.PENDING, stop)).isPresent());
  }

  @Test
  void shouldNotBeginTheRunOfARefusedRequestWhoseRecordWasStoredAllTheSame() throws Exception {
    TaskRecords records = new LocalTaskRecords();
    TaskRecords silent =
        afterCreation(
            records,
            task -> {
              throw new StoreUnavailableException("the record of a task", "the reply was lost");
            });
    try (AgentTaskOrchestrator desk =
        desk().records(silent).retry(SOON).expiry(Duration.ofMillis(300)).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(StoreUnavailableException.class);

      await()
          .atMost(LONGEST)
          .until(
              () -> records.list(TaskQuery.all()).stream().map(TaskRecord::state).toList(),
              List.of(TaskState.CANCELLED)::equals);
      assertThat(agents.begun).isEmpty();
    }
  }

  @Test
  void shouldNotBeginTheRunOfATaskThatIsStoppedBefore() throws Exception {
    try (AgentTaskOrchestrator desk = desk().records(stoppedAtOnce()).build()) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.CANCELLED);

      assertThat(agents.begun).isEmpty();
    }
  }

  @Test
  void shouldStartARunWhenTheRuntimeIsBack() throws Exception {
    try (AgentTaskOrchestrator desk = deskWhoseServerIsAway("start", false)) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);

      assertThat(calls).hasValue(TIMES_AWAY + 1);
      assertThat(agents.begun).containsExactly("now");
    }
  }

  @Test
  void shouldBeginARunOnceThoughRepliesAreLost() throws Exception {
    try (AgentTaskOrchestrator desk = deskWhoseServerIsAway("start", true)) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);

      assertThat(calls).hasValue(TIMES_AWAY + 1);
      assertThat(agents.begun).containsExactly("now");
    }
  }

  @Test
  void shouldFollowARunAgainWhenTheRuntimeIsBack() throws Exception {
    try (AgentTaskOrchestrator desk = deskWhoseServerIsAway("stream", false)) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);

      assertThat(calls).hasValue(TIMES_AWAY + 1);
      assertThat(agents.begun).containsExactly("now");
    }
  }

  @Test
  void shouldCountTheTimeWithoutRuntimeAsTimeThatATaskTakes() throws Exception {
    try (AgentTaskOrchestrator desk =
        AgentTaskOrchestrator.on(away("stream", false))
            .retry(SOON)
            .timeouts(TaskTimeouts.activity(Duration.ofMillis(20)))
            .build()) {
      TaskRecord end = desk.execute(request("support", "ann", "hold")).await(LONGEST);

      assertThat(end.state()).isEqualTo(TaskState.TIMED_OUT);
      assertThat(end.error()).contains("hard timeout");
    }
  }

  @Test
  void shouldTakeTheEndOfARunThatStoppedInTimeWhileItCouldNotBeSeen() throws Exception {
    try (AgentTaskOrchestrator desk =
        AgentTaskOrchestrator.on(away("stream", false))
            .retry(SOON)
            .timeouts(TaskTimeouts.activity(Duration.ofMillis(20)))
            .build()) {
      assertThat(outcome(desk, "now")).isEqualTo(TaskState.FINISHED);

      assertThat(calls).hasValue(TIMES_AWAY + 1);
    }
  }

  /** An agent of several steps, each shorter than the activity timeout, together longer. */
  private static Graph walking() {
    var graph = Graph.builder("walk");
    String last = Graph.START;
    for (int step = 0; step < 5; step++) {
      String node = "step" + step;
      graph.node(
          node,
          context -> {
            Thread.sleep(150); // its work
            return Command.none();
          });
      graph.edge(last, node);
      last = node;
    }
    return graph.build();
  }

  @Test
  void shouldFollowALongRunWhileItsNodesFinish() throws Exception {
    try (GraphRuntime walking = InMemoryRuntime.of(walking());
        AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(walking)
                .timeouts(new TaskTimeouts(Duration.ofMillis(500), Duration.ofSeconds(20)))
                .build()) {
      assertThat(desk.execute(AgentRequest.to("walk", "ann")).await(LONGEST).state())
          .isEqualTo(TaskState.FINISHED);
    }
  }

  @Test
  void shouldAllowThreeTimesTheActivityTimeoutInAll() {
    assertThat(TaskTimeouts.activity(Duration.ofSeconds(7)))
        .isEqualTo(new TaskTimeouts(Duration.ofSeconds(7), Duration.ofSeconds(21)));
  }
}
