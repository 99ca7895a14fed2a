package io.evergraph.testkit;

import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.RuntimeClosedException;
import org.junit.jupiter.api.Test;

/** What the runs of a test are on ends with the test. */
class EvergraphExtensionTest {
  private final EvergraphExtension extension = new EvergraphExtension();

  private static GraphRun run() {
    return GraphRun.of(Refunds.agent(ScriptedModel.says(text("Hello."), text("Bye."))))
        .user("Hi")
        .start();
  }

  @Test
  void shouldEndTheRunsOfATestAndNoOthers() {
    try (GraphRun other = run()) {
      extension.beforeEach(null);
      GraphRun one = run();
      GraphRun two = run();

      extension.afterEach(null);

      assertThatThrownBy(() -> one.user("Bye")).isInstanceOf(RuntimeClosedException.class);
      assertThatThrownBy(() -> two.user("Bye")).isInstanceOf(RuntimeClosedException.class);
      assertThat(one).said("Hello.");
      assertThat(other.user("Thanks")).said("Bye.");
    }
  }
}
