package io.evergraph.demo.chaos;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.error.GraphException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Tasks of a sample agent that are begun beside the conversations, one each second. */
final class TaskLoad implements AutoCloseable {
  private static final String AGENT = "chain";
  private static final Duration EXPIRY = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long PAUSE_MILLIS = 1_000;

  private final GraphRuntime runtime;
  private final AgentTaskOrchestrator desk;
  private final Map<String, String> admitted = new LinkedHashMap<>();
  private final Thread thread = new Thread(this::begin, "task-load");
  private int refused;
  private volatile boolean enough;

  TaskLoad(GraphRuntime runtime, JdbcTasks tasks) {
    this.runtime = runtime;
    this.desk =
        AgentTaskOrchestrator.on(runtime)
            .records(tasks.records())
            .limits(tasks.limits())
            .expiry(EXPIRY)
            .build();
    thread.setDaemon(true);
    thread.start();
  }

  private void begin() {
    for (int number = 0; !enough; number++) {
      String word = "task-" + number + "-";
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        String id = desk.execute(AgentRequest.to(AGENT, word).input("value", word)).id();
        admitted.put(id, word);
      } catch (StoreUnavailableException away) {
        refused++;
      } catch (InterruptedException stop) {
        return;
      }
    }
  }

  /**
   * Begins no more, and waits until nothing is left to do.
   *
   * @return what went wrong, a sentence each
   */
  Outcome end() throws InterruptedException {
    enough = true;
    thread.join();
    long deadline = System.nanoTime() + LONGEST.toNanos();
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, String> task : admitted.entrySet()) {
      while (!isOver(task.getKey()) && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS / 10);
      }
      judge(task.getKey(), task.getValue()).ifPresent(wrong::add);
    }
    return new Outcome(admitted.size(), refused, wrong);
  }

  private boolean isOver(String id) {
    try {
      return desk.task(id).state().isOver();
    } catch (StoreUnavailableException away) {
      return false;
    }
  }

  private Optional<String> judge(String id, String word) {
    try {
      TaskRecord task = desk.task(id);
      if (task.state() != TaskState.FINISHED) {
        return Optional.of("%s is %s: %s".formatted(word, task.state(), task.error()));
      }
      ThreadId at = ThreadId.of(task.thread());
      Object found = runtime.codec().plain(runtime.snapshot(at).state());
      Object expected = Map.of("value", word + "123", "log", List.of("one", "two", "three"));
      return Objects.equals(found, expected)
          ? Optional.empty()
          : Optional.of("%s: expected %s but found %s".formatted(word, expected, found));
    } catch (GraphException unreadable) {
      return Optional.of(word + ": " + unreadable.getMessage());
    }
  }

  @Override
  public void close() {
    enough = true;
    thread.interrupt();
    desk.close();
  }

  /**
   * What became of the tasks.
   *
   * @param refused how many requests were refused while the records were away
   */
  record Outcome(int tasks, int refused, List<String> wrong) {}
}
