package io.evergraph.llm.model;

import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The models that are asked, in their order, when the first one has failed in all of its attempts
 * because it cannot be reached or is too busy: {@link ModelUnavailableException}. A request that is
 * refused is not sent to them, and neither is one whose node asks a person.
 *
 * <p>Each is asked once, in the last attempt of the task.
 *
 * @param models where they are found
 * @param policy of the node: it says which attempt is the last one
 */
public record Fallback(List<ModelSource> models, NodePolicy policy) {
  /** No other models. */
  public static final Fallback NONE = new Fallback(List.of(), ModelNode.POLICY);

  public Fallback {
    models = List.copyOf(models);
    Objects.requireNonNull(policy, "policy");
  }

  /** Returns other models for a node of the default policy of models. */
  public static Fallback to(ModelSource... models) {
    return new Fallback(Arrays.asList(models), ModelNode.POLICY);
  }

  /** Returns these models for a node of another policy. */
  public Fallback with(NodePolicy other) {
    return new Fallback(models, other);
  }

  /** Asks one model. */
  interface Asking<A> {
    /** Asks the model at a position: 0 for the first one of the node. */
    A ask(ModelSource model, int position);
  }

  <A> A ask(ModelSource first, NodeContext context, Asking<A> asking) {
    try {
      return asking.ask(first, 0);
    } catch (ModelUnavailableException failure) {
      if (models.isEmpty() || mayTryAgain(failure, context)) {
        throw failure;
      }
      return askOthers(failure, context, asking);
    }
  }

  private boolean mayTryAgain(ModelUnavailableException failure, NodeContext context) {
    return policy
        .retryFor(failure)
        .filter(rule -> context.attempt() < rule.maxAttempts())
        .isPresent();
  }

  /** Each gets the whole time that the node may be silent. */
  private <A> A askOthers(
      ModelUnavailableException failure, NodeContext context, Asking<A> asking) {
    ModelUnavailableException last = failure;
    for (int i = 0; i < models.size(); i++) {
      try {
        context.heartbeat();
        return asking.ask(models.get(i), i + 1);
      } catch (ModelUnavailableException next) {
        next.addSuppressed(last);
        last = next;
      }
    }
    throw last;
  }
}
