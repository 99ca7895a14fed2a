package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTest {

  @Test
  void shouldPlayExactlyTheBehavioursThatTheDataSayArePlayed() {
    List<String> played =
        Expectations.load().sections().entrySet().stream()
            .flatMap(
                section ->
                    section.getValue().entrySet().stream()
                        .filter(entry -> entry.getValue().verdict().isPlayed())
                        .map(entry -> Expectations.scenario(section.getKey(), entry.getKey())))
            .toList();

    assertThat(Catalogue.all().stream().map(Scenario::name))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(played);
  }
}
