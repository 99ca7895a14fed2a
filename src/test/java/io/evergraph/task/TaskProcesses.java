package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.spi.AdmissionLimits.Entrant;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.evergraph.runtime.spi.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes with the same limits, of which one may be killed. */
abstract class TaskProcesses {
  static final Duration LONGEST = Duration.ofMinutes(4);

  @TempDir Path folder;
  private TaskPlace tasks;

  /** Returns where the server is. */
  abstract String url();

  /** Removes what a test before has left. */
  abstract void empty();

  @BeforeEach
  void openTasks() {
    empty();
    tasks = TaskPlace.open(url());
  }

  @AfterEach
  void closeTasks() {
    tasks.close();
  }

  private void awaitFile(String name) {
    await().atMost(LONGEST).until(() -> Files.exists(folder.resolve(name)));
  }

  /** Returns how often each answer came, to this process and the other. */
  private Map<String, Long> raced(AgentTaskOrchestrator desk, String users) throws IOException {
    awaitFile("ready");
    Files.createFile(folder.resolve("start"));
    Map<String, Long> answers = new HashMap<>(TaskProcess.race(desk, TaskProcess.users(users)));
    awaitFile("answers");
    String theirs = Files.readString(folder.resolve("answers")).replaceAll("[{} ]", "");
    for (String answer : theirs.split(",")) {
      String[] pair = answer.split("=");
      answers.merge(pair[0], Long.parseLong(pair[1]), Long::sum);
    }
    return answers;
  }

  @Test
  void shouldHoldTheLimitsOfAUserOverTwoProcesses() throws Exception {
    Process other = TaskProcess.start(url(), 100, "one", TaskProcess.NEVER, folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, 100, TaskProcess.NEVER)) {
      assertThat(raced(desk, "one"))
          .containsOnly(
              Map.entry("accepted", 5L),
              Map.entry("user_concurrency", 25L),
              Map.entry("user_rate", 50L));
      requireRecords(desk, 5);
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  /** Looks for the records of tasks of both processes, where they are shared. */
  void requireRecords(AgentTaskOrchestrator desk, int expected) {}

  @Test
  void shouldHoldTheCapacityOverTwoProcesses() throws Exception {
    Process other = TaskProcess.start(url(), 7, "their", TaskProcess.NEVER, folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, 7, TaskProcess.NEVER)) {
      assertThat(raced(desk, "our"))
          .containsOnly(Map.entry("accepted", 7L), Map.entry("total_capacity", 73L));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  /** Waits until somebody waits for the only place who goes before others of a rank. */
  private void awaitWaiting(int rank) {
    Entrant other = new Entrant("other", rank, List.of(new Place("all agents", 2)));
    await()
        .atMost(LONGEST)
        .until(
            () -> {
              boolean waits =
                  !tasks.limits().enter(List.of(other), TaskProcess.NEVER, Duration.ZERO).isEmpty();
              tasks.limits().leave("other");
              return waits;
            });
  }

  @Test
  void shouldLetInWhoWaitsByPriorityOverTwoProcesses() throws Exception {
    Process other = LowPriorityProcess.start(url(), folder);
    Agents agents = new Agents();
    try (AgentTaskOrchestrator desk = LowPriorityProcess.desk(agents, tasks)) {
      awaitWaiting(Priority.LOW.rank() + 1);
      CompletableFuture<TaskHandle> high =
          CompletableFuture.supplyAsync(
              () ->
                  desk.execute(
                      Agents.request("support", "high", "hold high").priority(Priority.HIGH)),
              run -> new Thread(run).start());
      awaitWaiting(Priority.HIGH.rank() + 1);

      Files.createFile(folder.resolve("release"));

      TaskHandle first = high.get(60, TimeUnit.SECONDS);
      assertThat(folder.resolve("low")).doesNotExist();
      agents.release("hold high");
      assertThat(first.await(LONGEST).state()).isEqualTo(TaskState.FINISHED);
      awaitFile("low");
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  @Tag("slow")
  void shouldGiveBackWhatAKilledProcessHeld() throws Exception {
    Process other = TaskProcess.start(url(), 7, "their", TaskProcess.SOON, folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, 7, TaskProcess.SOON)) {
      awaitFile("ready");
      Files.createFile(folder.resolve("start"));
      awaitFile("answers");
      assertThat(TaskProcess.race(desk, TaskProcess.users("our")))
          .containsOnly(Map.entry("total_capacity", 40L));

      other.destroyForcibly().waitFor();

      awaitGivenBack(desk, tasks);
      assertThat(TaskProcess.race(desk, TaskProcess.users("new")))
          .containsOnly(Map.entry("accepted", 7L), Map.entry("total_capacity", 33L));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  /** Waits until nothing is left of what the killed process held. */
  abstract void awaitGivenBack(AgentTaskOrchestrator desk, TaskPlace place);
}
