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

  public Caller {
    heard = heard == null ? null : List.copyOf(heard);
    whole = whole == null ? List.of() : List.copyOf(whole);
    sites = sites == null ? List.of() : List.copyOf(sites);
  }

  /**
   * Returns the id of the thread that works for a task: that of the task's thread, a dot and the
   * task's id, or a hash of both where that is too long for a thread's id.
   */
  public static String childOf(String thread, String taskId) {
    String id = thread + "." + taskId;
    return id.length() <= LONGEST_ID ? id : ContentHash.uuid(thread, taskId);
  }

  boolean hears(String channel) {
    return heard == null || heard.contains(channel);
  }
}
