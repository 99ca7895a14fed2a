package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Plays every scenario on a runtime and compares what is seen with the data. Some state how long
 * they may take, which other tests beside them must not decide.
 */
@Tag("alone")
@OnRuntimes
@TestInstance(Lifecycle.PER_CLASS)
class ConformanceContract {
  private static final Path PAGE = Path.of("docs/conformance.md");
  private static final Path MADE = Path.of("target/conformance.md");
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
      Files.writeString(MADE, page);
      if ("keep".equals(System.getProperty("conformance"))) {
        Files.writeString(PAGE, page);
      }
      assertThat(PAGE)
          .as("write it again, see CONTRIBUTING.md")
          .hasSameTextualContentAs(MADE) // prints the lines that differ, but passes over line ends
          .hasSameBinaryContentAs(MADE);
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldBehaveAsTheDataSay() {
    Expectations expectations = Expectations.load();
    RESULTS.begin(on.toString().toLowerCase(Locale.ROOT));
    Player player = new Player(on.runtime(), this::server, expectations);
    ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
    List<DynamicTest> tests = new ArrayList<>();
    for (Scenario scenario : Catalogue.all()) {
      Future<?> played = players.submit(() -> play(scenario, player));
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

  private @Nullable Void play(Scenario scenario, Player player) throws Exception {
    player.play(scenario);
    RESULTS.pass(on.toString().toLowerCase(Locale.ROOT), scenario.name());
    return null;
  }
}
