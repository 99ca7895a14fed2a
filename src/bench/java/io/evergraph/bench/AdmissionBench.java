package io.evergraph.bench;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.error.GraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Measures how long admissions take until the record is committed in a PostgreSQL that waits for
 * its disk, beside the bare insert of such a record, at a steady rate of both in turns. Times count
 * from when a request was due, so that waiting for those before it is part of them.
 */
@CommandLine.Command(name = "admission", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class AdmissionBench implements Callable<Integer> {
  private static final Channel<String> ORDER = Channel.of("order", String.class);
  private static final int THREADS = 16;
  private static final int USERS = 100;
  private static final Map<String, Object> INPUT = Map.of("order", "Where is order 7?");

  @Option(names = "--seconds", description = "How long.")
  private long seconds = 300;

  @Option(names = "--warm-up", description = "How many seconds before that.")
  private long warmUp = 20;

  @Option(names = "--per-minute", description = "How many admissions.")
  private long perMinute = 1_000;

  private final List<Long> admissions = new ArrayList<>();
  private final List<Long> inserts = new ArrayList<>();
  private final Map<String, Long> answers = Collections.synchronizedMap(new TreeMap<>());

  private AdmissionBench() {}

  /** Runs the command. */
  public static void main(String... arguments) {
    System.exit(new CommandLine(new AdmissionBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Graph agent =
        Graph.builder("support")
            .channels(ORDER)
            .node("answer", context -> Command.update(ORDER, "There."))
            .edge(Graph.START, "answer")
            .build();
    try (EmbeddedPostgres server = durable();
        JdbcTasks tasks =
            JdbcTasks.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        InMemoryRuntime runtime = InMemoryRuntime.of(agent);
        AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(runtime)
                .records(tasks.records())
                .limits(tasks.limits())
                .build()) {
      measure(warmUp, desk, tasks);
      List.of(admissions, inserts).forEach(List::clear);
      answers.clear();
      measure(seconds, desk, tasks);
    }
    print();
    return 0;
  }

  /** The library's own settings would not wait for the disk. */
  private static EmbeddedPostgres durable() throws IOException {
    return EmbeddedPostgres.builder()
        .setServerConfig("fsync", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  private void measure(long length, AgentTaskOrchestrator desk, JdbcTasks tasks)
      throws InterruptedException {
    ScheduledExecutorService callers = Executors.newScheduledThreadPool(THREADS);
    long pause = TimeUnit.MINUTES.toNanos(1) / perMinute;
    long first = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
    for (int number = 0; number < length * perMinute / 60; number++) {
      int user = number % USERS;
      long due = first + number * pause;
      at(callers, due, admissions, () -> admit(desk, user));
      at(callers, due + pause / 2, inserts, () -> tasks.records().create(record(user)));
    }
    callers.shutdown();
    boolean unused = callers.awaitTermination(length + 60, TimeUnit.SECONDS);
  }

  private static void at(
      ScheduledExecutorService callers, long due, List<Long> times, Runnable call) {
    var unused =
        callers.schedule(
            () -> {
              call.run();
              synchronized (times) {
                times.add(System.nanoTime() - due);
              }
            },
            due - System.nanoTime(),
            TimeUnit.NANOSECONDS);
  }

  private void admit(AgentTaskOrchestrator desk, int user) {
    String answer;
    try {
      var unused = desk.execute(AgentRequest.to("support", "user-" + user).input(INPUT));
      answer = "accepted";
    } catch (GraphException refused) {
      answer = refused.type();
    }
    answers.merge(answer, 1L, Long::sum);
  }

  private static TaskRecord record(int user) {
    String id = TimeOrderedId.next();
    Instant now = Instant.now();
    return new TaskRecord(
        id,
        "support",
        "bare-" + user,
        id,
        TimeOrderedId.next(),
        INPUT,
        Map.of(),
        TaskState.FINISHED,
        null,
        now,
        now);
  }

  private void print() {
    System.out.println("| | p50 | p90 | p99 | longest |\n|---|---|---|---|---|");
    System.out.println(row("admission", admissions));
    System.out.println(row("bare insert", inserts));
    System.out.println(
        String.format(
            Locale.ROOT,
            "%n%d s, %d a minute: %s; p99 of the admission is %.1f times that of the insert",
            Duration.ofSeconds(seconds).toSeconds(),
            perMinute,
            answers,
            at(admissions, 0.99) / at(inserts, 0.99)));
  }

  private static String row(String name, List<Long> times) {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f ms | %.1f ms | %.1f ms | %.1f ms |",
        name,
        at(times, 0.5),
        at(times, 0.9),
        at(times, 0.99),
        at(times, 1));
  }

  private static double at(List<Long> times, double part) {
    List<Long> sorted = times.stream().sorted().toList();
    int place = (int) Math.ceil(part * sorted.size()) - 1;
    return sorted.get(place) / 1e6;
  }
}
