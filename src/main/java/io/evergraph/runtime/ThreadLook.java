package io.evergraph.runtime;

import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
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
record ThreadLook(ThreadId id, Map<String, Object> metadata, Instant created) {

  ThreadSnapshot now(@Nullable ThreadProgress progress) {
    return progress == null
        ? ThreadSnapshots.unbound(id, metadata, created)
        : ThreadSnapshots.of(id, metadata, progress, created);
  }

  ThreadSnapshot at(ThreadProgress progress, long checkpoint) {
    return ThreadSnapshots.at(id, metadata, progress, created, checkpoint);
  }

  List<HistoryEntry> history(@Nullable ThreadProgress progress, HistoryQuery query) {
    return progress == null
        ? List.of()
        : ThreadSnapshots.history(id, metadata, progress, created, query);
  }

  /** Returns what may be seen of the state of a checkpoint. */
  static State shown(ThreadProgress progress, long checkpoint) {
    String namespace = progress.commit(checkpoint).map(Commit::namespace).orElse(Frame.ROOT);
    return new Visibility(progress.pregel().spec()).of(progress.stateAt(checkpoint), namespace);
  }

  /** Returns what a run gave back that ended at a checkpoint. */
  static State returned(ThreadProgress progress, long checkpoint) {
    return progress.pregel().spec().shape().returned(progress.stateAt(checkpoint));
  }
}
