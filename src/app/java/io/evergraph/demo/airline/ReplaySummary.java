package io.evergraph.demo.airline;

import java.time.Duration;
import java.util.List;

/** How a replay went. */
public record ReplaySummary(List<ReplayResult> results, Duration took) {

  /** Returns how many conversations came out as recorded. */
  public int passed() {
    return (int) results.stream().filter(ReplayResult::passed).count();
  }

  /** Returns how many conversations did not come out as recorded. */
  public int failed() {
    return results.size() - passed();
  }

  /** Says in one line how it went: {@code N passed, N failed}. */
  public String describe() {
    return "%d passed, %d failed".formatted(passed(), failed());
  }
}
