package io.evergraph.temporal.workflow;

import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.PreviousExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The executions that a thread's workflow went on from, oldest first: where to read what is not
 * here any more.
 */
public record PreviousExecutions(List<PreviousExecution> all) {
  /**
   * Each costs some 80 bytes whenever the workflow goes on; those before are found through them.
   */
  public static final int REMEMBERED = 250;

  public PreviousExecutions {
    all = List.copyOf(all);
  }

  /** Returns these and one more that did something, as far as they are remembered. */
  List<PreviousExecution> and(String execution, ThreadProgress progress) {
    List<PreviousExecution> more = new ArrayList<>(all);
    long before = all.isEmpty() ? 0 : all.get(all.size() - 1).event();
    if (progress.lastEvent() > before) {
      more.add(new PreviousExecution(execution, progress.at().number(), progress.lastEvent()));
    }
    return more.subList(Math.max(0, more.size() - REMEMBERED), more.size());
  }

  Optional<PreviousExecution> ofEvent(long number) {
    return all.stream().filter(it -> it.event() >= number).findFirst();
  }

  Optional<String> ofCheckpoint(long number) {
    return all.stream()
        .filter(it -> it.checkpoint() >= number)
        .findFirst()
        .map(PreviousExecution::execution);
  }

  /**
   * Returns the execution that keeps a checkpoint.
   *
   * @param own the execution of the progress
   */
  Optional<String> ofCheckpoint(long number, ThreadProgress progress, String own) {
    return progress.isKept(number)
        ? Optional.of(own)
        : ofCheckpoint(number).filter(any -> number >= oldest(progress));
  }

  /** Returns where the checkpoints before the first one of a progress are kept. */
  Optional<HistoryPage.Elsewhere> before(HistoryQuery query, ThreadProgress progress) {
    long first = progress.firstCheckpoint();
    long before = query.before() == 0 ? first : Math.min(first, query.before());
    long oldest = oldest(progress);
    return ofCheckpoint(before - 1)
        .filter(any -> before > oldest)
        .map(execution -> new HistoryPage.Elsewhere(execution, before, oldest));
  }

  private static long oldest(ThreadProgress progress) {
    return Math.max(1, progress.at().number() - progress.pregel().spec().retention() + 1);
  }
}
