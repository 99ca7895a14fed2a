package io.evergraph.bench;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.error.GraphException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.BeforeHook;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Measures how long admissions take until the record is committed in a PostgreSQL that waits for
 * its disk, beside the bare insert of such a record, at a steady rate of both in turns. Times count
 * from when a request was due, so that waiting for those before it is part of them. Between them
 * come requests that are to be refused: of a user who asks twice as often as allowed, of one whom a
 * hook refuses, and to an agent that fails.
 */
@CommandLine.Command(name = "admission", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class AdmissionBench implements Callable<Integer> {
  private static final Channel<String> ORDER = Channel.of("order", String.class);
  private static final int THREADS = 16;
  private static final int USERS = 100;
  private static final String CLOSED = "user-closed";
  private static final Map<String, Object> INPUT = Map.of("order", "Where is order 7?");

  @Option(names = "--seconds", description = "How long.")
  private long seconds = 300;

  @Option(names = "--warm-up", description = "How many seconds before that.")
  private long warmUp = 20;

  @Option(names = "--per-minute", description = "How many admissions.")
  private long perMinute = 1_000;

  private final List<Long> admissions = new ArrayList<>();
  private final List<Long> inserts = new ArrayList<>();
  private final List<Long> refusals = new ArrayList<>();
  private final Map<String, Long> answers = Collections.synchronizedMap(new TreeMap<>());

  private AdmissionBench() {}

  /** Runs the command. */
  public static void main(String... arguments) {
    System.exit(new CommandLine(new AdmissionBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    try (EmbeddedPostgres server = durable();
        JdbcTasks tasks =
            JdbcTasks.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        InMemoryRuntime runtime =
            InMemoryRuntime.of(agent("support", false), agent("broken", true));
        AgentTaskOrchestrator desk =
            AgentTaskOrchestrator.on(runtime)
                .records(tasks.records())
                .limits(tasks.limits())
                .before("accounts", AdmissionBench::refuseClosed)
                .build()) {
      measure(warmUp, desk, tasks);
      List.of(admissions, inserts, refusals).forEach(List::clear);
      answers.clear();
      measure(seconds, desk, tasks);
    }
    print();
    return 0;
  }

  private static Graph agent(String name, boolean fails) {
    return Graph.builder(name)
        .channels(ORDER)
        .node(
            "answer",
            context -> {
              if (fails) {
                throw new IllegalStateException("The order service is away.");
              }
              return Command.update(ORDER, "There.");
            },
            NodePolicy.builder().attempts(1).build())
        .edge(Graph.START, "answer")
        .build();
  }

  private static BeforeHook.Decision refuseClosed(AgentRequest request) {
    return request.user().equals(CLOSED)
        ? BeforeHook.Decision.refuse("the account is closed")
        : BeforeHook.Decision.pass(request);
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
      String user = "user-" + number % USERS;
      long due = first + number * pause;
      at(callers, due, () -> admit(desk, AgentRequest.to("support", user)));
      at(callers, due + pause / 2, () -> insert(tasks, user));
      others(number).ifPresent(other -> at(callers, due + pause / 4, () -> admit(desk, other)));
    }
    callers.shutdown();
    boolean unused = callers.awaitTermination(length + 60, TimeUnit.SECONDS);
  }

  /** Sixty in a minute are twice what one user may ask. */
  private static Optional<AgentRequest> others(int number) {
    if (number % 16 == 0) {
      return Optional.of(AgentRequest.to("support", "user-eager"));
    }
    return switch (number % 83) {
      case 1 -> Optional.of(AgentRequest.to("support", CLOSED));
      case 41 -> Optional.of(AgentRequest.to("broken", "user-of-broken"));
      default -> Optional.empty();
    };
  }

  private static void at(ScheduledExecutorService callers, long due, Supplier<List<Long>> call) {
    var unused =
        callers.schedule(
            () -> {
              List<Long> times = call.get();
              synchronized (times) {
                times.add(System.nanoTime() - due);
              }
            },
            due - System.nanoTime(),
            TimeUnit.NANOSECONDS);
  }

  private List<Long> admit(AgentTaskOrchestrator desk, AgentRequest request) {
    try {
      var unused = desk.execute(request.input(INPUT));
      answers.merge("accepted", 1L, Long::sum);
      return admissions;
    } catch (GraphException refused) {
      answers.merge(reason(refused), 1L, Long::sum);
      return refusals;
    }
  }

  private static String reason(GraphException refused) {
    return refused instanceof LimitReachedException limit ? limit.rule() : refused.type();
  }

  private List<Long> insert(JdbcTasks tasks, String user) {
    tasks.records().create(record(user));
    return inserts;
  }

  private static TaskRecord record(String user) {
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
    System.out.println(row("refusal", refusals));
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
