package io.evergraph.graph;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What becomes of failed tasks, as data.
 *
 * @param reaction what becomes of the run; empty leaves it to the kind of run
 * @param siblings what becomes of the tasks beside the failed one; decided by the graph that runs,
 *     for its subgraphs too
 * @param handlers the nodes that take care of failures, by the node that fails
 * @param handler the node that takes care of the failures of all others; empty for none
 */
public record FailureRules(
    Optional<OnFailure> reaction,
    Siblings siblings,
    Map<String, String> handlers,
    Optional<String> handler) {
  /** No handler, and everything else as usual. */
  public static final FailureRules NONE =
      new FailureRules(Optional.empty(), Siblings.FINISH, Map.of(), Optional.empty());

  public FailureRules {
    handlers = Collections.unmodifiableMap(new TreeMap<>(handlers));
  }

  /** Returns the node that takes care of a node's failures; handlers have none. */
  public Optional<String> handlerOf(String node) {
    return isHandler(node)
        ? Optional.empty()
        : Optional.ofNullable(handlers.get(node)).or(() -> handler);
  }

  /** Returns whether any node takes care of failures. */
  public boolean hasHandlers() {
    return handler.isPresent() || !handlers.isEmpty();
  }

  /** Returns whether a node takes care of failures. */
  public boolean isHandler(String node) {
    return handlers.containsValue(node) || handler.filter(node::equals).isPresent();
  }

  /** Returns these rules with another reaction of the run. */
  public FailureRules with(OnFailure other) {
    return new FailureRules(Optional.of(other), siblings, handlers, handler);
  }

  /** Returns these rules with another fate of the siblings. */
  public FailureRules with(Siblings other) {
    return new FailureRules(reaction, other, handlers, handler);
  }

  /** Returns these rules with a handler for one node. */
  public FailureRules with(String node, String itsHandler) {
    Map<String, String> more = new TreeMap<>(handlers);
    more.put(node, itsHandler);
    return new FailureRules(reaction, siblings, more, handler);
  }

  /** Returns these rules with a handler for the nodes that have none of their own. */
  public FailureRules with(String handlerOfOthers) {
    return new FailureRules(reaction, siblings, handlers, Optional.of(handlerOfOthers));
  }

  /** What becomes of the tasks that run beside one that has failed for good. */
  public enum Siblings {
    /** They finish, and their results are kept. The default. */
    FINISH,
    /** They are cancelled at once; they run again with the failed task. */
    CANCEL
  }
}
