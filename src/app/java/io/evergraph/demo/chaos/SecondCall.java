package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.ReplayJournal.Call;
import java.time.Duration;
import java.util.Locale;

/**
 * A call that was made again under its own key, for a reason that is known.
 *
 * @param first the call before
 * @param again the call
 * @param cause what was killed between them, or kept the result of the first from being reported
 */
record SecondCall(Call first, Call again, Disaster cause) {

  /** Returns the time from the kill to the call. */
  Duration recovery() {
    return Duration.between(cause.at(), again.origin().at());
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "%s, message %d, %s: called by process %s, again by %s after %.1f s; %.2f s after the first"
            + " call this was killed: %s",
        first.conversation(),
        first.position(),
        first.callee(),
        first.origin().process(),
        again.origin().process(),
        Duration.between(first.origin().at(), again.origin().at()).toMillis() / 1000.0,
        Duration.between(first.origin().at(), cause.at()).toMillis() / 1000.0,
        cause.describe());
  }
}
