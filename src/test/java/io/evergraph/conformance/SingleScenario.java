package io.evergraph.conformance;

import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.server.TestServer;

/** Plays one scenario in memory, in a process of its own. */
final class SingleScenario {
  /** What the process ends with where the scenario shows something else than the data. */
  static final int FAILED = 3;

  private SingleScenario() {}

  /** Takes the name of the scenario; prints what failed. */
  public static void main(String[] arguments) throws Exception {
    Scenario scenario =
        Catalogue.all().stream()
            .filter(it -> it.name().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    InMemoryRuntime runtime = InMemoryRuntime.of();
    int end = 0;
    try {
      new Player(runtime, () -> TestServer.of(runtime), Expectations.load()).play(scenario);
    } catch (AssertionError failed) {
      System.out.println(failed.getMessage());
      end = FAILED;
    } catch (Exception broken) {
      broken.printStackTrace();
      end = 1;
    }
    System.exit(end);
  }
}
