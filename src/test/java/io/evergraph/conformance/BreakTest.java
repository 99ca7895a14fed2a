package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BreakTest {
  @Test
  void shouldChangeOneLineForScenariosThatArePlayed() throws IOException {
    Set<String> played = Catalogue.all().stream().map(Scenario::name).collect(Collectors.toSet());

    for (Break change : Break.load()) {
      assertThat(played).contains(change.scenario());
      assertThat(change.occurrences())
          .as("'%s' in %s, for %s", change.from(), change.file(), change.scenario())
          .isEqualTo(1);
      assertThat(change.to()).isNotEqualTo(change.from());
    }
  }
}
