package io.evergraph.runtime.thread;

import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What there is to see of a thread whose progress is at hand.
 *
 * @param id the thread
 * @param metadata what its creator noted
 * @param created when it was created
 */
public record ThreadLook(ThreadId id, Map<String, Object> metadata, Instant created) {

  public ThreadSnapshot now(@Nullable ThreadProgress progress) {
    return progress == null
        ? ThreadSnapshots.unbound(id, metadata, created)
        : ThreadSnapshots.of(id, metadata, progress, created);
  }

  public ThreadSnapshot at(ThreadProgress progress, long checkpoint) {
    return ThreadSnapshots.at(id, metadata, progress, created, checkpoint);
  }

  public List<HistoryEntry> history(@Nullable ThreadProgress progress, HistoryQuery query) {
    return progress == null
        ? List.of()
        : ThreadSnapshots.history(id, metadata, progress, created, query);
  }

  /** Returns what may be seen of the state of a checkpoint. */
  public static State shown(ThreadProgress progress, long checkpoint) {
    String namespace = progress.commit(checkpoint).map(Commit::namespace).orElse(Frame.ROOT);
    return new Visibility(progress.pregel().spec()).of(progress.stateAt(checkpoint), namespace);
  }

  /** Returns what a run gave back that ended at a checkpoint. */
  public static State returned(ThreadProgress progress, long checkpoint) {
    return progress.pregel().spec().shape().returned(progress.stateAt(checkpoint));
  }
}
