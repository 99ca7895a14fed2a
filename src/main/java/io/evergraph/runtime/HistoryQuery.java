package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import org.jspecify.annotations.Nullable;

/**
 * Which checkpoints of a thread are asked for; they come newest first.
 *
 * @param namespace the frame: empty for the graph itself
 * @param before only checkpoints of lower numbers; 0 sets no bound
 * @param limit the most that come; 0 sets no limit
 * @param source only those that it brought about; null takes all
 * @param step only that superstep; null takes all
 */
public record HistoryQuery(
    String namespace, long before, int limit, @Nullable Source source, @Nullable Integer step) {
  /**
   * Checks the limits.
   *
   * @throws InvalidInputException when one is below 0
   */
  public HistoryQuery {
    if (before < 0 || limit < 0) {
      throw new InvalidInputException(
          "a query for history", "limits of 0 or more", "before " + before + ", limit " + limit);
    }
  }

  /** Returns the query for all checkpoints of the graph itself. */
  public static HistoryQuery all() {
    return new HistoryQuery(Frame.ROOT, 0, 0, null, null);
  }

  /** Returns this query with a limit. */
  public HistoryQuery limit(int most) {
    return new HistoryQuery(namespace, before, most, source, step);
  }

  /** Returns this query for checkpoints before one. */
  public HistoryQuery before(long checkpoint) {
    return new HistoryQuery(namespace, checkpoint, limit, source, step);
  }

  /** Returns this query for checkpoints of one source. */
  public HistoryQuery source(@Nullable Source kind) {
    return new HistoryQuery(namespace, before, limit, kind, step);
  }

  /** Returns this query for checkpoints of one superstep. */
  public HistoryQuery step(@Nullable Integer number) {
    return new HistoryQuery(namespace, before, limit, source, number);
  }

  /** Returns this query for the checkpoints of a subgraph. */
  public HistoryQuery namespace(String frame) {
    return new HistoryQuery(frame, before, limit, source, step);
  }

  /** Returns whether a checkpoint is asked for. */
  public boolean takes(Commit commit) {
    return commit.namespace().equals(namespace)
        && (before == 0 || commit.number() < before)
        && (source == null || source == commit.source())
        && (step == null || step == commit.step());
  }
}
