package io.evergraph.llm.tool;

import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Store;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.Callable;

/**
 * Where a tool call comes from, and where it writes beside its result.
 *
 * @param node the context of the task that executes it
 * @param index the position of the call among those of its message, from 0
 * @param position the position of its result in the chat, from 0
 * @param written what the call writes to the state, and whether its tool was run
 */
public record ToolContext(NodeContext node, int index, int position, Written written) {
  /** Makes a context of a call that has written nothing. */
  public ToolContext(NodeContext node, int index, int position) {
    this(node, index, position, new Written());
  }

  /**
   * Returns a key that is the same in every attempt of this call and of no other call, for side
   * effects that must happen once.
   */
  public String idempotencyKey() {
    return ContentHash.uuid(node.idempotencyKey(), index);
  }

  /** Returns the memory that outlives threads. */
  public Store store() {
    return node.store();
  }

  /** Writes to channels of the agent's graph, with the result; nothing where the call fails. */
  public void write(StateUpdate update) {
    written.add(update);
  }

  /** Returns whether the task has run a tool: it would run again if somebody were asked now. */
  public boolean hasRun() {
    return written.hasRun;
  }

  /** Collects what a call writes. */
  public static final class Written {
    private StateUpdate update = StateUpdate.empty();
    private boolean hasRun;

    Written() {}

    private void add(StateUpdate more) {
      update = update.and(more);
    }

    /** Runs a tool, and takes back what it has written where it fails. */
    String running(Callable<String> tool) throws Exception {
      hasRun = true;
      StateUpdate before = update;
      try {
        return tool.call();
      } catch (Exception failure) {
        update = before;
        throw failure;
      }
    }

    StateUpdate update() {
      return update;
    }
  }
}
