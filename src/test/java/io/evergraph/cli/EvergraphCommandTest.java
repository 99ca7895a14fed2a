package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EvergraphCommandTest {

  @Test
  void refusesAnUnknownOption() {
    assertThat(new CommandLine(new EvergraphCommand()).execute("--no-such-option")).isEqualTo(2);
  }
}
