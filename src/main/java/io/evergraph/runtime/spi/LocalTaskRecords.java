package io.evergraph.runtime.spi;

import io.evergraph.error.InvalidInputException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps records in this process, until it ends: the tasks that are not over, and the latest. */
public final class LocalTaskRecords implements TaskRecords {
  private static final int MOST_KEPT = 10_000;

  private final Clock clock;
  private final int mostKept;
  private final Map<String, Kept> tasks = new LinkedHashMap<>();

  /** Keeps the latest 10,000 records, by the clock of the system. */
  public LocalTaskRecords() {
    this(Clock.systemUTC(), MOST_KEPT);
  }

  /**
   * Keeps records by a clock.
   *
   * @param mostKept how many; older ones are forgotten when their tasks are over
   */
  public LocalTaskRecords(Clock clock, int mostKept) {
    this.clock = clock;
    this.mostKept = mostKept;
  }

  /**
   * A record.
   *
   * @param seenAt when somebody took care of the task last
   */
  private record Kept(TaskRecord task, Instant seenAt) {}

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public synchronized void create(TaskRecord task) {
    if (tasks.containsKey(task.id())) {
      throw new InvalidInputException("the id of a task", "a new one", "'" + task.id() + "'");
    }
    put(task);
  }

  private void put(TaskRecord task) {
    tasks.put(task.id(), new Kept(task, clock.instant()));
    forgetOldest();
  }

  @Override
  public synchronized void withdraw(TaskRecord ended) {
    if (find(ended.id()).map(TaskRecord::state).orElse(TaskState.PENDING) == TaskState.PENDING) {
      put(ended);
    }
  }

  private void forgetOldest() {
    Iterator<Kept> oldest = tasks.values().iterator();
    while (tasks.size() > mostKept && oldest.hasNext()) {
      if (oldest.next().task().state().isOver()) {
        oldest.remove();
      }
    }
  }

  @Override
  public synchronized Optional<TaskRecord> change(
      String id, TaskState expected, TaskRecordChange change) {
    Instant now = clock.instant();
    return find(id)
        .filter(task -> task.state() == expected)
        .map(task -> task.after(change, now))
        .map(
            task -> {
              tasks.put(id, new Kept(task, now));
              return task;
            });
  }

  @Override
  public synchronized Optional<TaskRecord> find(String id) {
    return Optional.ofNullable(tasks.get(id)).map(Kept::task);
  }

  @Override
  public synchronized List<TaskRecord> list(TaskQuery query) {
    List<Kept> latest = new ArrayList<>(tasks.values());
    Collections.reverse(latest);
    return latest.stream()
        .map(Kept::task)
        .filter(query::fits)
        .skip(query.offset())
        .limit(query.limit())
        .toList();
  }

  @Override
  public synchronized int deleteOf(String thread) {
    int before = tasks.size();
    tasks.values().removeIf(kept -> kept.task().thread().equals(thread));
    return before - tasks.size();
  }

  @Override
  public synchronized void keep(Collection<String> ids) {
    Instant now = clock.instant();
    ids.forEach(id -> tasks.computeIfPresent(id, (key, kept) -> new Kept(kept.task(), now)));
  }

  @Override
  public synchronized List<TaskRecord> adopt(Duration unseen, Collection<String> agents, int most) {
    Instant latest = clock.instant().minus(unseen);
    List<TaskRecord> left =
        tasks.values().stream()
            .filter(kept -> isBegun(kept.task().state()) && kept.seenAt().isBefore(latest))
            .map(Kept::task)
            .filter(task -> agents.contains(task.agent()))
            .limit(most)
            .toList();
    keep(left.stream().map(TaskRecord::id).toList());
    return left;
  }

  private static boolean isBegun(TaskState state) {
    return state == TaskState.PENDING || state == TaskState.RUNNING;
  }
}
