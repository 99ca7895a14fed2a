package io.evergraph.task;

import static io.evergraph.task.Agents.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is left of requests that were refused. */
class RefusedRequestsTest extends DeskFixture {
  private static final RetryPauses SOON =
      new RetryPauses(Duration.ofMillis(10), Duration.ofMillis(20));

  private final TaskRecords records = new LocalTaskRecords();

  private interface Keeping {
    void keep(TaskRecord task);
  }

  /** Returns the records, which are created in another way. */
  private TaskRecords created(Keeping creation) {
    return kept(Map.of("create", creation));
  }

  /** Returns the records, whose named methods do something else. */
  private TaskRecords kept(Map<String, Keeping> instead) {
    Object proxy =
        Proxy.newProxyInstance(
            TaskRecords.class.getClassLoader(),
            new Class<?>[] {TaskRecords.class},
            (self, method, arguments) -> {
              Keeping other = instead.get(method.getName());
              if (other != null) {
                other.keep((TaskRecord) arguments[0]);
                return null;
              }
              return method.invoke(records, arguments);
            });
    return (TaskRecords) proxy;
  }

  private static StoreUnavailableException silent() {
    return new StoreUnavailableException("the record of a task", "nobody answers");
  }

  @Test
  void shouldLeaveNothingToBeginWhereTheRecordComesLate() {
    CompletableFuture<TaskRecord> onItsWay = new CompletableFuture<>();
    TaskRecords late =
        created(
            task -> {
              onItsWay.complete(task);
              throw silent();
            });
    try (AgentTaskOrchestrator desk = desk().records(late).retry(SOON).build()) {
      assertThatThrownBy(() -> desk.execute(request("support", "ann", "now")))
          .isInstanceOf(StoreUnavailableException.class);
      TaskRecord refused = onItsWay.join();
      await().atMost(LONGEST).until(() -> records.find(refused.id()).isPresent());

      assertThatThrownBy(() -> records.create(refused)).isInstanceOf(InvalidInputException.class);
      assertThat(records.find(refused.id())).map(TaskRecord::state).contains(TaskState.CANCELLED);
    }
  }

  @Test
  void shouldLeaveNoTaskOfARequestThatMetTheClosing() throws Exception {
    AdmissionLimits limits = new LocalAdmissionLimits();
    Capacity one = new Capacity(1, 1, Duration.ZERO);
    CompletableFuture<AgentTaskOrchestrator> meanwhile = new CompletableFuture<>();
    TaskRecords closing =
        created(
            task -> {
              records.create(task);
              meanwhile.join().close();
            });
    try (AgentTaskOrchestrator closed =
            desk().records(closing).limits(limits).capacity(one).build();
        AgentTaskOrchestrator other = desk().limits(limits).capacity(one).build()) {
      meanwhile.complete(closed);

      assertThatThrownBy(() -> closed.execute(request("support", "ann", "now")))
          .isInstanceOf(RuntimeClosedException.class);

      assertOneIsCancelled();
      assertThat(other.execute(request("support", "ann", "now")).await(LONGEST).state())
          .isEqualTo(TaskState.FINISHED);
    }
  }

  private void assertOneIsCancelled() {
    assertThat(records.list(TaskQuery.all()))
        .extracting(TaskRecord::state)
        .containsExactly(TaskState.CANCELLED);
  }

  @Test
  void shouldLeaveNoTaskOfARequestThatMetTheClosingWhileTheStoreWasSilent() throws Exception {
    CompletableFuture<AgentTaskOrchestrator> meanwhile = new CompletableFuture<>();
    TaskRecords unheard =
        created(
            task -> {
              records.create(task);
              meanwhile.join().close();
              throw silent();
            });
    try (AgentTaskOrchestrator closed = desk().records(unheard).build()) {
      meanwhile.complete(closed);

      assertThatThrownBy(() -> closed.execute(request("support", "ann", "now")))
          .isInstanceOf(RuntimeClosedException.class);

      assertOneIsCancelled();
    }
  }

  @Test
  void shouldTellOfTheClosingWhereTheStoreDoesNotAnswer() throws Exception {
    CompletableFuture<AgentTaskOrchestrator> meanwhile = new CompletableFuture<>();
    Keeping unheard =
        task -> {
          throw silent();
        };
    TaskRecords silentSoon =
        kept(Map.of("create", task -> meanwhile.join().close(), "withdraw", unheard));
    try (AgentTaskOrchestrator closed = desk().records(silentSoon).build()) {
      meanwhile.complete(closed);

      assertThatThrownBy(() -> closed.execute(request("support", "ann", "now")))
          .isInstanceOf(RuntimeClosedException.class)
          .satisfies(
              closing ->
                  assertThat(closing.getSuppressed())
                      .hasOnlyElementsOfType(StoreUnavailableException.class)
                      .hasSize(1));
    }
  }

  @Test
  void shouldRefuseRequestsWhenItIsClosed() {
    AgentTaskOrchestrator closed = desk().records(records).build();
    closed.close();

    assertThatThrownBy(() -> closed.execute(request("support", "ann", "now")))
        .isInstanceOf(RuntimeClosedException.class);

    assertThat(records.list(TaskQuery.all())).isEmpty();
  }
}
