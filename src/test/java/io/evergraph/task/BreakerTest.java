package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.AgentUnavailableException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Agents agents = new Agents();
  private final GraphRuntime runtime = agents.runtime("support", "sales");
  private final SettableClock clock = new SettableClock();
  private final AgentTaskOrchestrator desk = AgentTaskOrchestrator.on(runtime).clock(clock).build();

  @AfterEach
  void close() {
    desk.close();
    runtime.close();
  }

  private TaskState outcome(String order) throws Exception {
    return desk.execute(request("support", "ann", order)).await(LONGEST).state();
  }

  private void given(String... orders) throws Exception {
    for (String order : orders) {
      assertThat(outcome(order)).isNotNull();
    }
  }

  private void assertOpen() {
    assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
        .isInstanceOfSatisfying(
            AgentUnavailableException.class,
            refusal -> {
              assertThat(refusal.agent()).isEqualTo("support");
              assertThat(refusal.retryAfter().orElseThrow())
                  .isBetween(Duration.ofMillis(1), Duration.ofSeconds(30));
            });
  }

  @Test
  void shouldRefuseAnAgentWhoseTasksFailAndNoOther() throws Exception {
    given("fail", "fail", "fail", "a", "b");

    assertOpen();
    assertThat(desk.tasks(TaskQuery.all())).hasSize(5);
    assertThat(desk.execute(request("sales", "ann", "now")).await(LONGEST).state())
        .isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldStayClosedBelowFiveTasksAndAtHalfOfThemFailed() throws Exception {
    given("fail", "fail", "fail", "fail");
    clock.pass(Duration.ofSeconds(61));
    given("a", "b", "c", "fail", "fail", "fail");

    given("fail");
    assertOpen();
  }

  @Test
  void shouldNotCountAgainstTheAgentWhatItsRuntimeRefusesToBegin() throws Exception {
    TaskHandle others = desk.execute(request("sales", "bob", "now"));
    assertThat(others.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);

    for (int times = 0; times < 5; times++) {
      TaskHandle misled = desk.execute(request("support", "bob", "now").thread(others.thread()));
      assertThat(misled.await(LONGEST).state()).isEqualTo(TaskState.FAILED);
    }

    assertThat(outcome("now")).isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldForgetWhatFailedAMinuteAgo() throws Exception {
    given("fail", "fail");
    clock.pass(Duration.ofSeconds(61));
    given("fail", "a", "b", "c", "d");

    assertThat(outcome("now")).isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldLetOneTrialPassAndCloseAfterItsSuccess() throws Exception {
    given("fail", "fail", "fail", "a", "b");
    clock.pass(Duration.ofSeconds(29));
    assertOpen();
    clock.pass(Duration.ofSeconds(2));

    TaskHandle trial = desk.execute(request("support", "ann", "hold"));
    assertOpen();
    agents.release("hold");
    assertThat(trial.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);

    given("c", "d");
  }

  @Test
  void shouldOpenAgainWhenTheTrialFails() throws Exception {
    given("fail", "fail", "fail", "a", "b");
    clock.pass(Duration.ofSeconds(31));

    given("fail");
    assertOpen();
    clock.pass(Duration.ofSeconds(31));

    assertThat(outcome("now")).isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldTryAnotherWhenTheTrialIsCancelled() throws Exception {
    given("fail", "fail", "fail", "a", "b");
    clock.pass(Duration.ofSeconds(31));
    TaskHandle trial = desk.execute(request("support", "ann", "hold"));
    await().atMost(LONGEST).until(() -> desk.task(trial.id()).state() == TaskState.RUNNING);

    assertThat(desk.cancel(trial.id())).isNotNull();
    assertThat(trial.await(LONGEST).state()).isEqualTo(TaskState.CANCELLED);

    assertThat(outcome("now")).isEqualTo(TaskState.FINISHED);
  }

  @Test
  void shouldNotCountAgainstTheUserWhatTheBreakerRefused() throws Exception {
    given("fail", "fail", "fail", "a", "b");
    for (int request = 0; request < 50; request++) {
      assertOpen();
    }
    clock.pass(Duration.ofSeconds(31));

    given("c", "d");
  }
}
