package io.evergraph.runtime.node;

import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.CommandScope;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.spi.NodeCache;
import java.util.Objects;
import java.util.Optional;

/** The action of one task, run only where no result of it is kept. */
final class CachedAction implements NodeAction {
  private final TaskCache cache;
  private final Invocation invocation;
  private final TaskContext own;
  private final Optional<CachePolicy> policy;
  private boolean kept;

  /**
   * Makes the action.
   *
   * @param own tells whether the node has asked; hooks may hand it another context
   */
  CachedAction(
      TaskCache cache, Invocation invocation, TaskContext own, Optional<CachePolicy> policy) {
    this.cache = cache;
    this.invocation = invocation;
    this.own = own;
    this.policy = policy;
  }

  /** Returns whether the result was kept from an earlier task. */
  boolean wasKept() {
    return kept;
  }

  @Override
  public Command run(NodeContext context) throws Exception {
    return policy.isPresent() ? run(context, policy.get()) : ran(context);
  }

  /** Code that was compiled without regard to nullness may return null: it writes nothing. */
  private Command ran(NodeContext context) throws Exception {
    NodeAction action = invocation.graph().action(invocation.task().node());
    return Objects.requireNonNullElse(action.run(context), Command.none());
  }

  private Command run(NodeContext context, CachePolicy rule) throws Exception {
    Graph graph = invocation.graph();
    NodeCache.Key key = cache.key(graph, invocation.task().node(), rule, context.state());
    Optional<Command> found = cache.find(key, graph);
    kept = found.isPresent();
    if (kept) {
      return found.get();
    }
    Command command = ran(context);
    if (own.questions().isEmpty() && command.scope() == CommandScope.GRAPH) {
      cache.keep(key, command, graph, rule);
    }
    return command;
  }
}
