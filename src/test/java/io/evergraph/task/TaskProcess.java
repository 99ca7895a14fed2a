package io.evergraph.task;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.error.AgentUnavailableException;
import io.evergraph.error.LimitReachedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A process of its own that sends many requests at once and then holds what it got. */
final class TaskProcess {
  static final Duration EXPIRY = Duration.ofSeconds(2);
  private static final int REQUESTS = 40;

  private TaskProcess() {}

  static AgentTaskOrchestrator desk(JdbcTasks tasks, Agents agents, int total) {
    return AgentTaskOrchestrator.on(agents.runtime("support"))
        .records(tasks.records())
        .limits(tasks.limits())
        .capacity(new Capacity(total, total, Duration.ZERO))
        .expiry(EXPIRY)
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

  private static String send(AgentTaskOrchestrator desk, String user) {
    try {
      TaskHandle task = desk.execute(Agents.request("support", user, "hold"));
      return task.id().isEmpty() ? "none" : "accepted";
    } catch (LimitReachedException refused) {
      return refused.rule();
    } catch (AgentUnavailableException refused) {
      return "breaker";
    }
  }

  /** Returns as many users as there are requests: all the same, or all different. */
  static List<String> users(String name) {
    return IntStream.range(0, REQUESTS)
        .mapToObj(number -> name.equals("one") ? "ann" : name + number)
        .toList();
  }

  /** Starts a process that is ready when the folder holds a file of this name. */
  static Process start(String url, int total, String users, Path folder) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            classPath,
            TaskProcess.class.getName(),
            url,
            Integer.toString(total),
            users,
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(new File("target/task-process.log"))
        .start();
  }

  /** Says that it is ready, waits for the start, sends, writes down what it got, and holds it. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[3]);
    JdbcTasks tasks = JdbcTasks.open(arguments[0], "postgres", "postgres");
    AgentTaskOrchestrator desk = desk(tasks, new Agents(), Integer.parseInt(arguments[1]));
    Files.createFile(folder.resolve("ready"));
    while (!Files.exists(folder.resolve("start"))) {
      Thread.onSpinWait();
    }
    Map<String, Long> answers = race(desk, users(arguments[2]));
    Path written = Files.writeString(folder.resolve("answers.part"), answers.toString());
    Files.move(written, folder.resolve("answers"));
    new CountDownLatch(1).await();
  }
}
