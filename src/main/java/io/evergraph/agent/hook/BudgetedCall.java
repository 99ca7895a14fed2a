package io.evergraph.agent.hook;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Usage;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.BudgetLedger.Claim;
import io.evergraph.runtime.spi.BudgetLedger.Shortage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One model call, from its reservation to its settlement. */
final class BudgetedCall {
  private static final Logger LOG = LoggerFactory.getLogger(BudgetedCall.class);
  private static final Usage NOTHING = new Usage(0, 0);

  private final Budget budget;
  private final ModelRequest request;
  private final String owner;
  private final String id = TimeOrderedId.next();
  private final String tenant;
  private final Usage expected;
  private final Instant at;

  BudgetedCall(Budget budget, ModelRequest request, HookContext context, long longestAnswer) {
    this.budget = budget;
    this.request = request;
    this.owner = context.idempotencyKey();
    this.tenant = budget.tenant().apply(context);
    this.expected = new Usage(TokenEstimate.of(request), longestAnswer);
    this.at = budget.clock().instant();
  }

  /**
   * Reserves what the call is expected to use.
   *
   * @param isGranted whether it may go beyond the limits
   * @return the limit that it does not fit into
   */
  Optional<Limits.Reached> reserve(boolean isGranted) {
    List<Claim> claims =
        budget.parts().stream()
            .map(it -> new Claim(it.account(tenant, at, isGranted), it.amount(expected)))
            .toList();
    return budget.ledger().reserve(owner, id, claims, budget.expiry()).map(this::reached);
  }

  private Limits.Reached reached(Shortage shortage) {
    Budget.Part part =
        budget.parts().stream()
            .filter(it -> it.account(tenant, at, false).name().equals(shortage.account().name()))
            .findFirst()
            .orElseThrow();
    String scope = "%s of tenant '%s'".formatted(part.window().word(), tenant);
    return new Limits.Reached(part.what(), scope, part.most(), shortage.used());
  }

  /** Asks the model and counts what it reports; the estimate where it reports nothing. */
  Message.Assistant make(ModelAround.Next model) {
    Usage used = NOTHING;
    try {
      Message.Assistant answer = model.ask(request);
      used = answer.usage().orElse(expected);
      return answer;
    } finally {
      settle(used);
    }
  }

  /** An answer that has been paid is not given up because it cannot be counted. */
  private void settle(Usage used) {
    Map<String, Long> amounts = new HashMap<>();
    budget.parts().forEach(it -> amounts.put(it.account(tenant, at, true).name(), it.amount(used)));
    try {
      budget.ledger().settle(id, amounts);
    } catch (StoreUnavailableException away) {
      LOG.warn("What a model call has used could not be counted: {}", LogContents.message(away));
    }
  }
}
