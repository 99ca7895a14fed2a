package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Plays scenarios on a runtime and compares what is seen with the data.
 *
 * @param runtime where the scenarios play
 * @param server a web server over the runtime, for those that need one
 * @param expectations the data
 */
record Player(GraphRuntime runtime, Supplier<TestServer> server, Expectations expectations) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final StateCodec CODEC = StateCodec.create();

  /** Plays a scenario; throws an assertion error where it shows something else than the data. */
  void play(Scenario scenario) throws Exception {
    Expectation expectation =
        expectations
            .of(scenario.source(), scenario.id())
            .filter(found -> found.verdict().isPlayed())
            .orElseThrow(() -> new AssertionError("The data say nothing of " + scenario.name()));
    Stage stage = new Stage(runtime, server, scenario);
    scenario.play().accept(stage);
    List<JsonNode> seen = stage.seen().stream().map(it -> json(it.facts())).toList();
    List<JsonNode> expected = expectation.observations();
    assertThat(seen.stream().map(it -> it.path("after").asText()))
        .as("steps of %s; seen: %s", scenario.name(), seen)
        .containsExactlyElementsOf(expected.stream().map(it -> it.path("after").asText()).toList());
    for (int index = 0; index < expected.size(); index++) {
      compare(
          expected.get(index), seen.get(index), scenario.name() + " observation " + (index + 1));
    }
    assertThat(seen.stream().anyMatch(Player::parks))
        .as("%s parks, and says so by citing %s", scenario.name(), Rules.PARK)
        .isEqualTo(expectation.cited().contains(Rules.PARK));
  }

  private static boolean parks(JsonNode seen) {
    return seen.path("status").asText().equals("parked") || seen.toString().contains("RunParked");
  }

  private static void compare(JsonNode expected, JsonNode seen, String where) {
    expected.fields().forEachRemaining(field -> compare(field, seen, where));
  }

  private static void compare(Map.Entry<String, JsonNode> field, JsonNode seen, String where) {
    JsonNode found = seen.path(field.getKey());
    if (field.getKey().equals("error") && !field.getValue().isNull()) {
      assertThat(found.isTextual()).as("%s: an error in %s", where, seen).isTrue();
      texts(field.getValue())
          .forEach(part -> assertThat(found.asText()).as("%s: error", where).contains(part));
    } else {
      assertThat(found)
          .as("%s: %s; seen: %s", where, field.getKey(), seen)
          .isEqualTo(field.getValue());
    }
  }

  private static Stream<String> texts(JsonNode value) {
    return value.isArray()
        ? Stream.iterate(0, index -> index < value.size(), index -> index + 1)
            .map(index -> value.get(index).asText())
        : Stream.of(value.asText());
  }

  /** Through text, so that numbers have the types that the data files have. */
  private static JsonNode json(Map<String, ?> facts) {
    try {
      return JSON.readTree(CODEC.toJson(facts).toString());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
