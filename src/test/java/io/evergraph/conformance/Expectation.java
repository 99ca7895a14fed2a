package io.evergraph.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the data say of one behaviour.
 *
 * @param source what the list of behaviours says of the other engine, word for word
 * @param asserts what is asserted, one line
 * @param verdict how it stands to the other engine's
 * @param rules the rules that make the difference, by their ids in {@code rules.yaml}
 * @param why the reason, unless it is the same
 * @param expect the observations in order
 */
record Expectation(
    @JsonProperty(required = true) String source,
    @JsonProperty(required = true) String asserts,
    @JsonProperty(required = true) Verdict verdict,
    @Nullable List<String> rules,
    @Nullable String why,
    @Nullable List<JsonNode> expect) {

  /** Refuses entries that say too little. */
  Expectation {
    rules = rules == null ? List.of() : List.copyOf(rules);
    expect = expect == null ? List.of() : List.copyOf(expect);
    require(
        (verdict == Verdict.SAME) == (why == null || why.isBlank()),
        "a reason exactly where it is not the same",
        asserts);
    require(
        (verdict == Verdict.DIFFERENT) != rules.isEmpty(),
        "rules exactly where it is different",
        asserts);
    require(
        verdict.isPlayed() != expect.isEmpty(),
        "observations exactly where a scenario is played",
        asserts);
    for (JsonNode observation : expect) {
      require(
          observation.has("after") && saysMoreThanTheStatus(observation),
          "'after' and something beside the status",
          observation);
    }
  }

  private static void require(boolean isGiven, String expected, Object found) {
    if (!isGiven) {
      throw new IllegalArgumentException("Expected " + expected + " but found: " + found);
    }
  }

  private static boolean saysMoreThanTheStatus(JsonNode observation) {
    Stream<String> keys =
        StreamSupport.stream(((Iterable<String>) observation::fieldNames).spliterator(), false);
    return keys.anyMatch(key -> !key.equals("after") && !key.equals("status"));
  }

  /** The observations in order; empty where nothing is played. */
  List<JsonNode> observations() {
    return Optional.ofNullable(expect).orElseThrow();
  }

  /** The ids of the rules that it cites; empty unless it is different. */
  List<String> cited() {
    return Optional.ofNullable(rules).orElseThrow();
  }

  /** The reason; empty where none is needed. */
  String reason() {
    return Optional.ofNullable(why).orElse("");
  }
}
