package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Plays every scenario on a runtime and compares what is seen with the data. */
@OnRuntimes
@TestInstance(Lifecycle.PER_CLASS)
class ConformanceContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final StateCodec CODEC = StateCodec.create();

  private static final Path PAGE = Path.of("docs/conformance.md");
  private static final int ALL_RUNTIMES = 3;
  private static final Results RESULTS = new Results();

  /** Scenarios mostly wait, so that some are played at once. */
  private static final int AT_ONCE = 3;

  @Parameter private TestRuntime on;
  private @Nullable TestServer server;

  @AfterParameterizedClassInvocation
  void stopTheServer() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  private synchronized TestServer server() {
    if (server == null) {
      server = TestServer.of(on.runtime());
    }
    return server;
  }

  /**
   * With {@code -Dconformance=keep} the page is written; without, it has to say what the results
   * say. Runs on fewer runtimes say nothing.
   */
  @AfterAll
  static void keepThePageInStepWithTheResults() throws IOException {
    if (RESULTS.runtimes().size() == ALL_RUNTIMES) {
      String page = new ConformanceReport(Expectations.load(), Rules.load(), RESULTS).page();
      if ("keep".equals(System.getProperty("conformance"))) {
        Files.writeString(PAGE, page);
      }
      assertThat(Files.readString(PAGE)).as("write it again, see CONTRIBUTING.md").isEqualTo(page);
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldBehaveAsTheDataSay() {
    Expectations expectations = Expectations.load();
    RESULTS.begin(on.toString().toLowerCase(Locale.ROOT));
    ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
    List<DynamicTest> tests = new ArrayList<>();
    for (Scenario scenario : Catalogue.all()) {
      Future<?> played = players.submit(() -> play(scenario, expectations));
      tests.add(DynamicTest.dynamicTest(title(scenario, expectations), () -> result(played)));
    }
    players.shutdown();
    return tests.stream();
  }

  private static void result(Future<?> played) throws Throwable {
    try {
      played.get();
    } catch (ExecutionException failed) {
      throw Optional.ofNullable(failed.getCause()).orElse(failed);
    }
  }

  private static String title(Scenario scenario, Expectations expectations) {
    return scenario.name()
        + expectations
            .of(scenario.source(), scenario.id())
            .map(it -> ": " + it.asserts())
            .orElse("");
  }

  private @Nullable Void play(Scenario scenario, Expectations expectations) throws Exception {
    Expectation expectation =
        expectations
            .of(scenario.source(), scenario.id())
            .filter(found -> found.verdict().isPlayed())
            .orElseThrow(() -> new AssertionError("The data say nothing of " + scenario.name()));
    Stage stage = new Stage(on.runtime(), this::server, scenario);
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
    assertThat(seen.stream().anyMatch(ConformanceContract::parks))
        .as("%s parks, and says so by citing %s", scenario.name(), Rules.PARK)
        .isEqualTo(expectation.cited().contains(Rules.PARK));
    RESULTS.pass(on.toString().toLowerCase(Locale.ROOT), scenario.name());
    return null;
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
