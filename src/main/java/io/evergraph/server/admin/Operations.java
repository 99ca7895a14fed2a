package io.evergraph.server.admin;

import io.evergraph.graph.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.ParkedTasks.Outcome;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What operators decide about failed tasks: the same for the admin endpoints and for the command
 * line.
 */
public record Operations(GraphRuntime runtime) {

  /** Returns the failed tasks that are meant. */
  public List<ParkedTask> parked(ParkedQuery query) {
    return new ParkedTasks(runtime).find(query);
  }

  /** Tries the failed tasks that are meant again, or tells what that would do. */
  public List<Outcome> retry(ParkedQuery query, Batch batch) {
    ParkedTasks parked = new ParkedTasks(runtime, batch.concurrency());
    return batch.dryRun() ? parked.plan(query, batch.id()) : parked.retry(query, batch.id());
  }

  /**
   * Decides about failed tasks of a thread.
   *
   * @param runId the id of the run that begins; null takes a new one
   */
  public RunHandle decide(ThreadId thread, @Nullable String runId, Answer decision) {
    String id = Optional.ofNullable(runId).orElseGet(TimeOrderedId::next);
    return runtime.answer(thread, id, List.of(decision));
  }

  /**
   * How failed tasks of many threads are tried again.
   *
   * @param id the id of the batch: the same id a second time serves no thread twice
   */
  public record Batch(String id, int concurrency, boolean dryRun) {}
}
