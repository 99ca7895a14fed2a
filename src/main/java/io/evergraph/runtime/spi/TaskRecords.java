package io.evergraph.runtime.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what is known of the tasks of agents. Safe for use by several threads and, where the
 * back-end is shared, processes.
 *
 * <p>Every call throws {@link io.evergraph.error.StoreUnavailableException} when the back-end
 * cannot be reached.
 */
public interface TaskRecords {
  /** Returns where the records are: {@code memory}, {@code jdbc} … */
  String kind();

  /**
   * Keeps a new record; when the call returns it is there for good.
   *
   * @throws io.evergraph.error.InvalidInputException when there is one of this id
   */
  void create(TaskRecord task);

  /**
   * Changes the state of a task that is in an expected one.
   *
   * @return the record after it; empty when the task is in another state, or unknown
   */
  Optional<TaskRecord> change(String id, TaskState expected, TaskRecordChange change);

  /**
   * Keeps a task as it ended in place of its pending record, whether that is there, is still on its
   * way since the reply to {@link #create} was lost, or never comes. A task that has begun, or is
   * over, stays as it is.
   */
  void withdraw(TaskRecord ended);

  /** Returns the record of a task. */
  Optional<TaskRecord> find(String id);

  /** Returns the records of tasks, the latest first. */
  List<TaskRecord> list(TaskQuery query);

  /** Removes the records of the tasks of a thread; returns how many. */
  int deleteOf(String thread);

  /** Notes that somebody still takes care of tasks. */
  void keep(Collection<String> ids);

  /**
   * Takes over tasks that are pending or running and of which nobody has taken care for a while:
   * each goes to one caller only.
   *
   * @param unseen for how long nobody has taken care
   * @param agents those whose tasks the caller can go on with; others are left alone
   * @param most how many to take over at most
   */
  List<TaskRecord> adopt(Duration unseen, Collection<String> agents, int most);
}
