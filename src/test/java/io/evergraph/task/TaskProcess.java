package io.evergraph.task;

import io.evergraph.JavaProcess;
import io.evergraph.error.AgentUnavailableException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.runtime.spi.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A process of its own that sends many requests at once and then holds what it got. */
final class TaskProcess {
  /** How long a process holds its places that is to be killed. */
  static final Duration SOON = Duration.ofSeconds(5);

  /** Longer than any process of a test may be kept from renewing its places. */
  static final Duration NEVER = Duration.ofMinutes(10);

  private static final int REQUESTS = 40;
  private static final long PAUSE = 2_000_000;

  private TaskProcess() {}

  static AgentTaskOrchestrator desk(TaskPlace tasks, int total, Duration expiry) {
    return AgentTaskOrchestrator.on(new Agents().runtime("support"))
        .records(tasks.records())
        .limits(tasks.limits())
        .capacity(new Capacity(total, total, Duration.ZERO))
        .expiry(expiry)
        .build();
  }

  /** Sends requests from as many threads, and returns how often each answer came. */
  static Map<String, Long> race(AgentTaskOrchestrator desk, List<String> users) {
    List<String> answers = new ArrayList<>();
    List<Thread> callers =
        users.stream().map(user -> new Thread(() -> add(answers, send(desk, user)))).toList();
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      try {
        caller.join();
      } catch (InterruptedException stop) {
        throw new IllegalStateException(stop);
      }
    }
    return answers.stream()
        .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()));
  }

  private static void add(List<String> answers, String answer) {
    synchronized (answers) {
      answers.add(answer);
    }
  }

  /** Returns when a task runs: whoever takes over one that does not would begin it. */
  private static String send(AgentTaskOrchestrator desk, String user) {
    try {
      TaskHandle task = desk.execute(Agents.request("support", user, "hold"));
      return desk.begun(task.id()).state() == TaskState.RUNNING ? "accepted" : "none";
    } catch (LimitReachedException refused) {
      return refused.rule();
    } catch (AgentUnavailableException refused) {
      return "breaker";
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  /** Returns as many users as there are requests: all the same, or all different. */
  static List<String> users(String name) {
    return IntStream.range(0, REQUESTS)
        .mapToObj(number -> name.equals("one") ? "ann" : name + number)
        .toList();
  }

  /** Starts a process that is ready when the folder holds a file of this name. */
  static Process start(String url, int total, String users, Duration expiry, Path folder)
      throws IOException {
    return JavaProcess.start(
        TaskProcess.class,
        url,
        Integer.toString(total),
        users,
        expiry.toString(),
        folder.toString());
  }

  /** Says that it is ready, waits for the start, sends, writes down what it got, and holds it. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[4]);
    TaskPlace tasks = TaskPlace.open(arguments[0]);
    AgentTaskOrchestrator desk =
        desk(tasks, Integer.parseInt(arguments[1]), Duration.parse(arguments[3]));
    Files.createFile(folder.resolve("ready"));
    while (!Files.exists(folder.resolve("start"))) {
      LockSupport.parkNanos(PAUSE);
    }
    Map<String, Long> answers = race(desk, users(arguments[2]));
    Path written = Files.writeString(folder.resolve("answers.part"), answers.toString());
    Files.move(written, folder.resolve("answers"));
    new CountDownLatch(1).await();
  }
}
