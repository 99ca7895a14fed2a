package io.evergraph.demo.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.airline.ReplayResult;
import io.evergraph.demo.chaos.CallAudit.SecondCall;
import io.evergraph.temporal.GraphWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the chaos has done, and whether anybody could notice. */
public final class ChaosReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final Duration ALLOWED = GraphWorker.LOST_AFTER.plus(Duration.ofSeconds(3));

  private final ChaosPlan plan;
  private final List<ReplayResult> results;
  private final List<Fault> faults;
  private final int calls;
  private final CallAudit audit;
  private final RecoveryTimes recovery;
  private final HistoryAudit histories;
  private final @Nullable StoreReport stores;
  private final int ownEnds;
  private final Instant begin;
  private final Duration took;

  ChaosReport(
      ChaosPlan plan,
      List<ReplayResult> results,
      List<Fault> faults,
      List<Call> calls,
      HistoryAudit histories,
      @Nullable StoreReport stores,
      int ownEnds,
      Instant begin,
      Instant end) {
    this.plan = plan;
    this.results = List.copyOf(results);
    this.faults = List.copyOf(faults);
    this.calls = calls.size();
    this.audit = new CallAudit(calls, faults);
    this.recovery = RecoveryTimes.of(calls, audit.secondCalls(), faults);
    this.histories = histories;
    this.stores = stores;
    this.ownEnds = ownEnds;
    this.begin = begin;
    this.took = Duration.between(begin, end);
  }

  /** Returns how many conversations came out as recorded. */
  public int passed() {
    return (int) results.stream().filter(ReplayResult::passed).count();
  }

  /** Returns what must not have happened beside conversations that failed, a sentence each. */
  public List<String> violations() {
    List<String> all = new ArrayList<>(audit.violations());
    all.addAll(histories.failures());
    all.addAll(recovery.later(ALLOWED));
    recovery.unseen().ifPresent(all::add);
    if (stores != null) {
      all.addAll(stores.violations());
    }
    if (storeKills() < plan.storeKills()) {
      all.add(
          "stores were killed %d times instead of %d".formatted(storeKills(), plan.storeKills()));
    }
    if (serverKills() < plan.serverKills()) {
      all.add(
          "the server was killed %d times instead of %d"
              .formatted(serverKills(), plan.serverKills()));
    }
    if (plan.killsAnotherWorker(0) && workerKills() == 0) {
      all.add("no worker was killed: the conversations were over before");
    }
    return List.copyOf(all);
  }

  /** Returns whether everything came out as if nothing had been killed. */
  public boolean isGood() {
    return passed() == results.size() && violations().isEmpty();
  }

  /** Returns how many workers were killed. */
  public int workerKills() {
    return (int) faults.stream().filter(Fault.WorkerKill.class::isInstance).count();
  }

  /** Returns how often the server was killed. */
  public int serverKills() {
    return (int) faults.stream().filter(Fault.Outage.class::isInstance).count();
  }

  /** Returns how often a store was killed. */
  public int storeKills() {
    return faults.size() - workerKills() - serverKills();
  }

  private Times outages() {
    return new Times(
        faults.stream()
            .filter(Fault.Outage.class::isInstance)
            .map(it -> ((Fault.Outage) it).length())
            .toList());
  }

  private Times storeOutages() {
    return new Times(
        faults.stream()
            .filter(Fault.StoreOutage.class::isInstance)
            .map(it -> ((Fault.StoreOutage) it).length())
            .toList());
  }

  private long afterWorkerKills() {
    return audit.secondCalls().stream()
        .filter(it -> it.cause() instanceof Fault.WorkerKill)
        .count();
  }

  private long afterOutages() {
    return audit.secondCalls().size() - afterWorkerKills();
  }

  /** Returns the report for people. */
  public String toText() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Chaos with seed %d: %d conversations, %d at once, %d workers"
            .formatted(plan.seed(), results.size(), plan.concurrency(), plan.workers()));
    line(lines, "conversations", passed() + " passed, " + (results.size() - passed()) + " failed");
    line(
        lines,
        "worker kills",
        workerKills() + ", each restarted; " + ownEnds + " ended by themselves, restarted too");
    line(lines, "server kills", serverKills() + "; time without it: " + outages().describe());
    if (stores != null) {
      line(lines, "store kills", storeKills() + "; time without one: " + storeOutages().describe());
      stores.lines().forEach((label, text) -> line(lines, label, text));
    }
    line(
        lines,
        "retries",
        "%d attempts of tasks lost, %d workflow tasks timed out, %d given up, in %d histories"
            .formatted(
                histories.lostAttempts(),
                histories.timeouts(),
                histories.stalls(),
                histories.count()));
    line(
        lines,
        "raw calls",
        "%d, %d of them second calls: %d after a kill of their worker, %d after a kill of the server"
            .formatted(calls, audit.secondCalls().size(), afterWorkerKills(), afterOutages()));
    addTimes(lines);
    section(lines, "Kills", kills());
    section(lines, "Second calls", audit.secondCalls().stream().map(SecondCall::describe).toList());
    section(lines, "Failed conversations", failures());
    section(lines, "Violations", violations());
    lines.add("");
    lines.add(
        isGood()
            ? "passed: nobody could notice"
            : "FAILED: %d conversations, %d violations"
                .formatted(results.size() - passed(), violations().size()));
    return String.join(System.lineSeparator(), lines);
  }

  private void addTimes(List<String> lines) {
    line(lines, "recovery", "of tasks that a killed worker held: " + recovery.held().describe());
    line(
        lines,
        "",
        "%d of %d within %s where nothing else was killed meanwhile: %s"
            .formatted(
                recovery.alone().within(ALLOWED),
                recovery.alone().count(),
                Times.seconds(ALLOWED),
                recovery.alone().describe()));
    line(
        lines,
        "silence",
        "of conversations after kills of workers: " + recovery.afterWorkers().describe());
    line(lines, "", "after kills of the server: " + recovery.afterServers().describe());
    line(lines, "took", Times.seconds(took));
  }

  private List<String> kills() {
    return faults.stream()
        .map(it -> Times.seconds(Duration.between(begin, it.at())) + ": " + it.describe())
        .toList();
  }

  private List<String> failures() {
    return results.stream().filter(result -> !result.passed()).map(ReplayResult::describe).toList();
  }

  private static void line(List<String> lines, String label, String text) {
    lines.add("  %-14s %s".formatted(label, text));
  }

  private static void section(List<String> lines, String title, List<String> content) {
    if (!content.isEmpty()) {
      lines.add("");
      lines.add(title);
      content.forEach(line -> lines.add("  " + line));
    }
  }

  /** Returns the report as one line of JSON; times are in milliseconds. */
  public String toJson() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("good", isGood());
    map.put("seed", plan.seed());
    map.put("conversations", results.size());
    map.put("passed", passed());
    map.put("worker_kills", workerKills());
    map.put("worker_ends", ownEnds);
    map.put("server_kills", serverKills());
    map.put("outages", outages().toMap());
    if (stores != null) {
      map.put("store_kills", storeKills());
      map.put("store_outages", storeOutages().toMap());
      map.putAll(stores.toMap());
    }
    map.put("lost_attempts", histories.lostAttempts());
    map.put("workflow_task_timeouts", histories.timeouts());
    map.put("workflow_tasks_given_up", histories.stalls());
    map.put("raw_calls", calls);
    map.put("second_calls_after_worker_kill", afterWorkerKills());
    map.put("second_calls_after_server_kill", afterOutages());
    map.put("recovery", recovery.held().toMap());
    map.put("recovery_alone", recovery.alone().toMap());
    map.put("recovery_allowed_ms", ALLOWED.toMillis());
    map.put("silence_after_worker_kill", recovery.afterWorkers().toMap());
    map.put("silence_after_server_kill", recovery.afterServers().toMap());
    map.put("took_ms", took.toMillis());
    map.put("kills", kills());
    map.put("second_calls", audit.secondCalls().stream().map(SecondCall::describe).toList());
    map.put("failed", failures());
    map.put("violations", violations());
    try {
      return JSON.writeValueAsString(map);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected numbers and text to be JSON.", impossible);
    }
  }
}
