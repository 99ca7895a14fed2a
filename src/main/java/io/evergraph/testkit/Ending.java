package io.evergraph.testkit;

import io.evergraph.error.GraphException;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.codec.StateCodec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must be the same whether workers are lost or not.
 *
 * @param stops how the run stopped after each message
 * @param state the values of its channels at last
 * @param failure why it failed or parked; empty where it did not
 */
record Ending(List<RunStatus> stops, Map<String, @Nullable Object> state, String failure) {

  static Ending of(GraphRun run) {
    return new Ending(
        run.stops(),
        StateCodec.create().plain(run.state()),
        run.result().error().map(GraphException::getMessage).orElse(""));
  }

  /** Checks that a run which lost workers ended as it does without; the reasons may differ. */
  void requireSame(Ending expected, long seed) {
    if (!stops.equals(expected.stops) || !state.equals(expected.state)) {
      throw new AssertionError(
          "Expected %s but found %s after workers were lost (-D%s=%d loses them again)."
              .formatted(expected, this, GraphRun.SEED, seed));
    }
  }

  @Override
  public String toString() {
    String reason = failure.isEmpty() ? "" : " (" + failure + ")";
    return stops + reason + " with the state " + state;
  }
}
