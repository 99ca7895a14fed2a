package io.evergraph.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the data say of one behaviour.
 *
 * @param asserts what is asserted, one line
 * @param verdict how it stands to the other engine's
 * @param why the reason, unless it is the same
 * @param expect the observations in order
 */
record Expectation(
    @JsonProperty(required = true) String asserts,
    @JsonProperty(required = true) Verdict verdict,
    @Nullable String why,
    @Nullable List<JsonNode> expect) {

  /** Refuses entries that say too little. */
  Expectation {
    if ((verdict != Verdict.SAME) && (why == null || why.isBlank())) {
      throw new IllegalArgumentException("Expected a reason for '" + verdict + "': " + asserts);
    }
    boolean isEmpty = expect == null || expect.isEmpty();
    if (verdict.isPlayed() == isEmpty) {
      throw new IllegalArgumentException(
          "Expected observations exactly where a scenario is played: " + asserts);
    }
    for (JsonNode observation : Optional.ofNullable(expect).orElse(List.of())) {
      if (!observation.has("after") || observation.size() < 2) {
        throw new IllegalArgumentException(
            "Expected 'after' and something to compare but found " + observation);
      }
    }
    expect = expect == null ? List.of() : List.copyOf(expect);
  }

  /** The observations in order; empty where nothing is played. */
  List<JsonNode> observations() {
    return Optional.ofNullable(expect).orElseThrow();
  }

  /** The reason; empty where none is needed. */
  String reason() {
    return Optional.ofNullable(why).orElse("");
  }
}
