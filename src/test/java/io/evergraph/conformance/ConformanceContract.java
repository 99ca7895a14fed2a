package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.runtime.codec.StateCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.Parameter;

/** Plays every scenario on a runtime and compares what is seen with the data. */
@OnRuntimes
class ConformanceContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final StateCodec CODEC = StateCodec.create();

  @Parameter private TestRuntime on;

  @TestFactory
  Stream<DynamicTest> shouldBehaveAsTheDataSay() {
    Expectations expectations = Expectations.load();
    return Catalogue.all().stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    title(scenario, expectations), () -> play(scenario, expectations)));
  }

  private static String title(Scenario scenario, Expectations expectations) {
    return scenario.name()
        + expectations
            .of(scenario.source(), scenario.id())
            .map(it -> ": " + it.asserts())
            .orElse("");
  }

  private void play(Scenario scenario, Expectations expectations) {
    Expectation expectation =
        expectations
            .of(scenario.source(), scenario.id())
            .filter(found -> found.verdict().isPlayed())
            .orElseThrow(() -> new AssertionError("The data say nothing of " + scenario.name()));
    Stage stage = new Stage(on.runtime(), scenario);
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
