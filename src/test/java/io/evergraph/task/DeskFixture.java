package io.evergraph.task;

import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** Agents on a runtime in memory, and desks that note what their tasks came to. */
abstract class DeskFixture {
  static final Duration LONGEST = Duration.ofSeconds(30);

  final Agents agents = new Agents();
  final GraphRuntime runtime = agents.runtime("support", "sales");
  final List<TaskRecord> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeRuntime() {
    runtime.close();
  }

  final OrchestratorBuilder desk() {
    return AgentTaskOrchestrator.on(runtime).after(seen::add);
  }

  static void awaitState(AgentTaskOrchestrator desk, TaskHandle task, TaskState state) {
    await().atMost(LONGEST).until(() -> desk.task(task.id()).state() == state);
  }
}
