package io.evergraph.runtime.spi;

import io.evergraph.error.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks are looked for.
 *
 * @param user those of this user; null for those of all
 * @param agent those of this agent; null for those of all
 * @param thread those on this thread; null for those on all
 * @param limit at most so many, 1 to 1,000
 * @param offset how many to leave out
 */
public record TaskQuery(
    @Nullable String user, @Nullable String agent, @Nullable String thread, int limit, int offset) {
  /** How many tasks a page holds unless somebody asks otherwise. */
  public static final int USUAL_LIMIT = 50;

  /** How many a page holds at most. */
  public static final int MOST = 1_000;

  /**
   * Checks the page.
   *
   * @throws InvalidInputException when it is none
   */
  public TaskQuery {
    require(limit >= 1 && limit <= MOST, "the limit of a list of tasks", "1 to " + MOST, limit);
    require(offset >= 0, "the offset of a list of tasks", "0 or more", offset);
  }

  private static void require(boolean holds, String subject, String expected, int found) {
    if (!holds) {
      throw new InvalidInputException(subject, expected, Integer.toString(found));
    }
  }

  /** Returns the query for the latest tasks of all. */
  public static TaskQuery all() {
    return new TaskQuery(null, null, null, USUAL_LIMIT, 0);
  }

  /** Returns this query for the tasks of a user. */
  public TaskQuery ofUser(@Nullable String name) {
    return new TaskQuery(name, agent, thread, limit, offset);
  }

  /** Returns this query for the tasks of an agent. */
  public TaskQuery ofAgent(@Nullable String name) {
    return new TaskQuery(user, name, thread, limit, offset);
  }

  /** Returns this query for the tasks on a thread. */
  public TaskQuery ofThread(String id) {
    return new TaskQuery(user, agent, id, limit, offset);
  }

  /** Returns this query for another page. */
  public TaskQuery page(int most, int skipped) {
    return new TaskQuery(user, agent, thread, most, skipped);
  }

  /** Returns whether a task is looked for. */
  public boolean fits(TaskRecord task) {
    return (user == null || user.equals(task.user()))
        && (agent == null || agent.equals(task.agent()))
        && (thread == null || thread.equals(task.thread()));
  }
}
