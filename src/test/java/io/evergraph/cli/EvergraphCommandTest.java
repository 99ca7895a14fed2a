package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvergraphCommandTest {

  @Test
  void shouldListEveryCommandInItsHelp() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("serve", "worker", "replay", "bench", "graph");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "worker",
        "replay",
        "bench",
        "graph",
        "graph list",
        "graph show",
        "graph check",
        "graph schema"
      })
  void shouldExplainEachCommand(String command) {
    CommandRun run = CommandRun.of((command + " --help").split(" "));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: evergraph " + command);
  }

  @Test
  void shouldTellItsVersionAndThatOfJava() {
    CommandRun run = CommandRun.of("bench", "--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("evergraph ", "Java " + System.getProperty("java.version"));
  }

  @Test
  void shouldServeWhenNoCommandIsGiven() {
    assertThat(EvergraphCommand.withDefault()).containsExactly("serve");
    assertThat(EvergraphCommand.withDefault("--port", "0")).containsExactly("serve", "--port", "0");
    assertThat(EvergraphCommand.withDefault("--help")).containsExactly("--help");
    assertThat(EvergraphCommand.withDefault("bench")).containsExactly("bench");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--no-such-option",
        "no-such-command",
        "serve --port many",
        "serve --temporal",
        "bench --runtime abacus",
        "bench --reps none",
        "graph show",
        "worker extra words",
      })
  void shouldSayInOneLineWhatIsWrongWithTheWords(String words) {
    CommandRun run = CommandRun.of(words.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errLines()).hasSize(1).first().asString().matches("evergraph: .+; see `.+`");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve --port 70000",
        "serve --temporal localhost:1 --embedded",
        "serve --temporal localhost:1 --tls-ca no-such-file.pem",
        "bench --workload no-such-workload",
        "bench --reps 0",
        "graph show no-such-graph",
        "replay --conversations src",
        "worker --embedded",
      })
  void shouldSayInOneLineWhyACommandFails(String words) {
    CommandRun run = CommandRun.of(words.split(" "));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).hasSize(1).first().asString().startsWith("evergraph: ");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldRefuseToServeOtherMachinesUntilItIsAllowedTo() {
    CommandRun run = CommandRun.of("serve", "--host", "0.0.0.0", "--temporal", "127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).singleElement().asString().contains("--allow-remote", "'0.0.0.0'");
  }
}
