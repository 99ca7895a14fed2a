package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What all records of tasks do. */
abstract class TaskRecordsContract {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final List<String> AGENTS = List.of("support", "sales");

  private final String user = "user-" + TimeOrderedId.next();

  abstract TaskRecords records();

  /** The same records as another process opens them. */
  abstract TaskRecords elsewhere();

  private TaskRecord created(String agent) {
    TaskRecord task = task(agent);
    records().create(task);
    return task;
  }

  private TaskRecord task(String agent) {
    return task(agent, Map.of("order", "a \"quoted\" é", "list", List.of(1, true)));
  }

  private TaskRecord task(String agent, Map<String, Object> input) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String id = TimeOrderedId.next();
    return new TaskRecord(
        id,
        agent,
        user,
        "thread-" + id,
        "run-" + id,
        input,
        Map.of("tenant", 7),
        TaskState.PENDING,
        null,
        now,
        now);
  }

  @Test
  void shouldGiveBackWhatWasCreated() {
    TaskRecord task = created("support");

    assertThat(elsewhere().find(task.id())).contains(task);
    assertThat(records().find("none")).isEmpty();
  }

  @Test
  void shouldKeepDecimalsAsTheyAre() {
    TaskRecord task =
        task(
            "support",
            Map.of(
                "amount", new BigDecimal("12345678901234567.89"),
                "zeros", new BigDecimal("12345678901234567.90"),
                "large", new BigDecimal("1E+1000"),
                "small", new BigDecimal("1E-1000"),
                "real", 0.1,
                "round", 1.0E7));

    records().create(task);

    assertThat(elsewhere().find(task.id())).contains(task);
  }

  @Test
  void shouldListTheTasksOnAThread() {
    TaskRecord task = created("support");
    TaskRecord unused = created("support");

    assertThat(elsewhere().list(TaskQuery.all().ofThread(task.thread()))).containsExactly(task);
    assertThat(records().list(TaskQuery.all().ofThread("none"))).isEmpty();
  }

  @Test
  void shouldRefuseAnIdThatIsTaken() {
    TaskRecord task = created("support");

    assertThatThrownBy(() -> elsewhere().create(task)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldChangeOnlyWhatIsAsExpected() {
    TaskRecord task = created("support");

    Optional<TaskRecord> running =
        records().change(task.id(), TaskState.PENDING, TaskRecordChange.to(TaskState.RUNNING));
    Optional<TaskRecord> again =
        elsewhere().change(task.id(), TaskState.PENDING, TaskRecordChange.to(TaskState.CANCELLED));

    assertThat(running).map(TaskRecord::state).contains(TaskState.RUNNING);
    assertThat(again).isEmpty();
    assertThat(elsewhere().find(task.id())).isEqualTo(running);
  }

  @Test
  void shouldKeepWhyAndByWhichRun() {
    TaskRecord task = created("support");

    Optional<TaskRecord> failed =
        records()
            .change(
                task.id(),
                TaskState.PENDING,
                TaskRecordChange.to(TaskState.FAILED, "no server").by("another"));

    assertThat(failed).map(TaskRecord::error).contains("no server");
    assertThat(failed).map(TaskRecord::run).contains("another");
    assertThat(elsewhere().find(task.id())).isEqualTo(failed);
  }

  @Test
  void shouldEndATaskWhoseFailureHoldsANul() {
    TaskRecord task = created("support");

    Optional<TaskRecord> failed =
        records()
            .change(task.id(), TaskState.PENDING, TaskRecordChange.to(TaskState.FAILED, "a\0b"));

    assertThat(failed).map(TaskRecord::state).contains(TaskState.FAILED);
    assertThat(failed)
        .map(TaskRecord::error)
        .hasValueSatisfying(error -> assertThat(error).startsWith("a").endsWith("b"));
    assertThat(elsewhere().find(task.id())).isEqualTo(failed);
  }

  @Test
  void shouldWithdrawATaskWhetherItsRecordIsThereOrComesLater() {
    TaskRecordChange refusal = TaskRecordChange.to(TaskState.CANCELLED, "refused a\0b");
    TaskRecord there = created("support");
    TaskRecord later = task("support");

    records().withdraw(there.after(refusal, Instant.now()));
    records().withdraw(later.after(refusal, Instant.now()));

    assertThatThrownBy(() -> elsewhere().create(later)).isInstanceOf(InvalidInputException.class);
    for (TaskRecord task : List.of(there, later)) {
      assertThat(elsewhere().find(task.id()))
          .hasValueSatisfying(
              it -> {
                assertThat(it.state()).isEqualTo(TaskState.CANCELLED);
                assertThat(it.error()).startsWith("refused");
                assertThat(it.input()).isEqualTo(task.input());
              });
    }
  }

  @Test
  void shouldWithdrawNothingThatHasBegun() {
    TaskRecord task = created("support");
    Optional<TaskRecord> running =
        records().change(task.id(), TaskState.PENDING, TaskRecordChange.to(TaskState.RUNNING));

    elsewhere().withdraw(task.after(TaskRecordChange.to(TaskState.CANCELLED), Instant.now()));

    assertThat(records().find(task.id())).isEqualTo(running);
  }

  @Test
  void shouldListTheLatestFirst() {
    TaskRecord one = created("support");
    TaskRecord two = created("sales");
    TaskRecord three = created("support");
    TaskQuery mine = TaskQuery.all().ofUser(user);

    assertThat(elsewhere().list(mine)).containsExactly(three, two, one);
    assertThat(records().list(mine.ofAgent("support"))).containsExactly(three, one);
    assertThat(records().list(mine.page(1, 1))).containsExactly(two);
    assertThat(records().list(mine.ofAgent("nobody"))).isEmpty();
  }

  @Test
  void shouldGiveATaskThatNobodyCaresForToOneCaller() {
    TaskRecord left = created("support");
    TaskRecord over = created("support");
    assertThat(
            records().change(over.id(), TaskState.PENDING, TaskRecordChange.to(TaskState.FAILED)))
        .isPresent();

    List<TaskRecord> adopted = new ArrayList<>();
    await()
        .until(
            () -> {
              adopted.addAll(elsewhere().adopt(Duration.ofMillis(20), AGENTS, 1_000));
              return adopted.contains(left);
            });
    assertThat(records().adopt(Duration.ofHours(1), AGENTS, 1_000)).isEmpty();
    assertThat(adopted).doesNotContain(over);
  }

  @Test
  void shouldLeaveATaskToWhoCaresForIt() {
    TaskRecord task = created("support");

    records().keep(List.of(task.id(), "none"));

    assertThat(elsewhere().adopt(Duration.ofMinutes(1), AGENTS, 1_000)).doesNotContain(task);
    await().until(() -> elsewhere().adopt(SOON, AGENTS, 1_000).contains(task));
  }

  @Test
  void shouldLeaveATaskToThoseWhoHaveItsAgent() {
    TaskRecord sales = created("sales");
    TaskRecord support = created("support");

    List<TaskRecord> adopted = new ArrayList<>();
    await()
        .until(
            () -> {
              adopted.addAll(elsewhere().adopt(SOON, List.of("support"), 1_000));
              return adopted.contains(support);
            });

    assertThat(adopted).doesNotContain(sales);
    assertThat(elsewhere().adopt(SOON, List.of(), 1_000)).isEmpty();
    await().until(() -> records().adopt(SOON, List.of("sales"), 1_000).contains(sales));
  }
}
