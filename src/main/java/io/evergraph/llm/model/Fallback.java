package io.evergraph.llm.model;

import io.evergraph.graph.NodeContext;
import java.util.Arrays;
import java.util.List;

/**
 * The models that are asked, in their order, when the first one has failed in all of its attempts
 * because it cannot be reached or is too busy: {@link ModelUnavailableException}. A request that is
 * refused is not sent to them, and neither is one whose node asks a person.
 *
 * <p>Each is asked once, in the last attempt of the task.
 *
 * @param models where they are found
 */
public record Fallback(List<ModelSource> models) {
  /** No other models. */
  public static final Fallback NONE = new Fallback(List.of());

  public Fallback {
    models = List.copyOf(models);
  }

  /** Returns other models. */
  public static Fallback to(ModelSource... models) {
    return new Fallback(Arrays.asList(models));
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
    return context
        .policy()
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
