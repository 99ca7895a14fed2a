package io.evergraph.pregel;

import io.evergraph.graph.ContentHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The task that a thread works for: a subgraph that has a thread of its own.
 *
 * @param thread the thread of the task
 * @param taskId the task
 * @param heard the channels whose writes the task is told in the end; null for all
 * @param whole the channels among them whose value at the end is told too, because the channel that
 *     receives it reduces otherwise
 * @param sites where the call stands on the thread of the task, and on those above that one; empty
 *     for what an earlier release has begun
 */
public record Caller(
    String thread,
    String taskId,
    @Nullable List<String> heard,
    List<String> whole,
    List<CallSite> sites) {
  private static final int LONGEST_ID = 200;

  /** What leaves room for a dot and a hash. */
  private static final int LONGEST_CALLER = LONGEST_ID - 1 - 36;

  public Caller {
    heard = heard == null ? null : List.copyOf(heard);
    whole = whole == null ? List.of() : List.copyOf(whole);
    sites = sites == null ? List.of() : List.copyOf(sites);
  }

  /**
   * Returns the id of the thread that works for a task: that of the task's thread, a dot and the
   * task's id; where that is too long for a thread's id, what fits of the first, a dot and a hash
   * of both.
   */
  public static String childOf(String thread, String taskId) {
    String id = thread + "." + taskId;
    return id.length() <= LONGEST_ID
        ? id
        : beginningOfChildren(thread) + ContentHash.uuid(thread, taskId);
  }

  /** Returns how the ids of all threads begin that work for tasks of a thread. */
  public static String beginningOfChildren(String thread) {
    return thread.substring(0, Math.min(thread.length(), LONGEST_CALLER)) + ".";
  }

  boolean hears(String channel) {
    return heard == null || heard.contains(channel);
  }
}
