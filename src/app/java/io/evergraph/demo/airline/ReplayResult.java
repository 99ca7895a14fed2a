package io.evergraph.demo.airline;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the replay of one conversation went.
 *
 * @param mismatch where the thread is not what was recorded, in one line; null where it is
 * @param modelCalls how many answers the model gave, repeated attempts included
 * @param closingAnswers 1 where the recording stops before the model would answer, so that it is
 *     asked once more than was recorded, else 0
 */
public record ReplayResult(
    String conversation,
    @Nullable String mismatch,
    int modelCalls,
    int recordedAnswers,
    int closingAnswers,
    Duration took) {

  /** Returns whether the thread is what was recorded. */
  public boolean passed() {
    return mismatch == null;
  }

  /** Returns in one line how it went. */
  public String describe() {
    return "%s: %s (model calls %d of %d recorded%s, %d ms)"
        .formatted(
            conversation,
            Optional.ofNullable(mismatch).orElse("passed"),
            modelCalls,
            recordedAnswers,
            closingAnswers == 0 ? "" : " + " + closingAnswers + " closing",
            took.toMillis());
  }
}
