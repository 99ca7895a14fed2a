package io.evergraph.runtime.thread;

import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.codec.CheckpointCodec;
import io.evergraph.runtime.codec.StateCodec;
import java.time.Instant;
import java.util.List;

/** Lets a thread begin where another one stands. */
public final class ThreadCopy {
  private ThreadCopy() {}

  /**
   * Returns the input that does so, on a thread that nothing has happened on.
   *
   * @param head where the other thread stands, perhaps on an earlier version of the graph
   * @throws io.evergraph.error.UnknownNodeException when a task waits for a node that the graph
   *     does not have
   */
  public static Input of(Checkpoint head, Graph graph, StateCodec codec, String id, Instant now) {
    CheckpointCodec checkpoints = new CheckpointCodec(codec, graph);
    return from(checkpoints.read(checkpoints.write(head)), graph, id, now);
  }

  public static Input from(Checkpoint head, Graph graph, String id, Instant now) {
    RunSettings settings =
        head.lastSegment()
            .map(Segment::settings)
            .orElseGet(() -> RunOptions.defaults().settingsFor(graph.spec()));
    Commit copied = Commit.copied(head, now);
    return new Input.Fork(id, copied, Input.Fork.Branch.SIBLING, List.of(), settings);
  }
}
