package io.evergraph.task;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that this process takes care of: it says so again and again, and takes over those of
 * processes that say so no more, as far as it has their agents.
 */
final class TasksInHand {
  private static final Logger LOG = LoggerFactory.getLogger(TasksInHand.class);
  private static final int MOST_AT_ONCE = 20;

  /** How often each is held: one that waited may go on before all hooks are told that it waits. */
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();

  private final TaskRecords records;
  private final AdmissionLimits limits;
  private final Duration expiry;
  private final Supplier<List<String>> agents;
  private final Consumer<TaskRecord> goOn;

  TasksInHand(
      TaskRecords records,
      AdmissionLimits limits,
      Duration expiry,
      Supplier<List<String>> agents,
      Consumer<TaskRecord> goOn) {
    this.records = records;
    this.limits = limits;
    this.expiry = expiry;
    this.agents = agents;
    this.goOn = goOn;
  }

  void add(String id) {
    int unused = ids.merge(id, 1, Integer::sum);
  }

  void remove(String id) {
    Integer unused = ids.computeIfPresent(id, (any, times) -> times == 1 ? null : times - 1);
  }

  /**
   * Renews what is held, and takes over what nobody holds any more. Places and records may be in
   * different stores: where one is away, the other is cared for.
   */
  void care() {
    List<String> held = List.copyOf(ids.keySet());
    if (!held.isEmpty()) {
      attempt(() -> limits.renew(held, expiry));
    }
    attempt(
        () -> {
          if (!held.isEmpty()) {
            records.keep(held);
          }
          records.adopt(expiry, agents.get(), MOST_AT_ONCE).stream()
              .filter(task -> !ids.containsKey(task.id()))
              .forEach(goOn);
        });
  }

  private static void attempt(Runnable renewal) {
    try {
      renewal.run();
    } catch (StoreUnavailableException away) {
      LOG.warn("Tasks of agents could not be renewed: {}", LogContents.message(away));
    } catch (RuntimeException failure) {
      LOG.error("Tasks of agents could not be renewed.", LogContents.of(failure));
    }
  }
}
