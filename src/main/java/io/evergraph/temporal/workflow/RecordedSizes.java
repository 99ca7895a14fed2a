package io.evergraph.temporal.workflow;

import io.evergraph.error.TooLargeException;
import io.evergraph.temporal.payload.SizeGuard;
import io.temporal.workflow.SideEffectOptions;
import java.util.function.Consumer;

/**
 * Checks sizes on record: workers with a store of large values let more pass than those without,
 * and a replay by one of them has to find what the other one found.
 *
 * <p>For what moves a thread on; validators and queries cannot record.
 *
 * @param own the limits of this process
 */
record RecordedSizes(SizeGuard own) {
  private static final SizeGuard ANY = SizeGuard.inline();
  private static final SideEffectOptions CHECK =
      SideEffectOptions.newBuilder().setSummary("check of a size").build();

  /**
   * Lets pass what the limits let pass; what fits everywhere is not recorded.
   *
   * @throws TooLargeException otherwise
   */
  void require(Consumer<SizeGuard> check) {
    try {
      check.accept(ANY);
    } catch (TooLargeException large) {
      RecordedOutcome.check(() -> check.accept(own), CHECK);
    }
  }
}
