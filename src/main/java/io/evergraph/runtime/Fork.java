package io.evergraph.runtime;

import io.evergraph.graph.NodeEdit;
import io.evergraph.pregel.Input;
import java.util.List;

/**
 * Which checkpoint is taken up again, and how.
 *
 * @param branch where the new checkpoint stands in the tree
 * @param edits what is written on the way; empty changes nothing
 */
public record Fork(long checkpoint, Input.Fork.Branch branch, List<NodeEdit> edits) {
  public Fork {
    edits = List.copyOf(edits);
  }

  /** Returns the fork of a checkpoint as it is. */
  public static Fork of(long checkpoint) {
    return new Fork(checkpoint, Input.Fork.Branch.CHILD, List.of());
  }

  /** Returns this fork with edits, made as if their nodes had run in one superstep. */
  public Fork editing(NodeEdit... changes) {
    return new Fork(checkpoint, branch, List.of(changes));
  }

  /** Returns this fork beside the checkpoint instead of under it. */
  public Fork asSibling() {
    return new Fork(checkpoint, Input.Fork.Branch.SIBLING, edits);
  }
}
