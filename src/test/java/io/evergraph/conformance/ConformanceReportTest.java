package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConformanceReportTest {
  private static final Path IDS = Path.of("src/test/resources/conformance/ids.txt");
  private static final int MOST_NOT_APPLICABLE = 20;

  private static final JsonMapper JSON = new JsonMapper();

  private final Expectations expectations = Expectations.load();

  @Test
  void shouldCiteRulesInWordsOfTheDocuments() {
    Rules rules = Rules.load();
    Set<String> cited =
        expectations.sections().values().stream()
            .flatMap(section -> section.values().stream())
            .flatMap(entry -> entry.cited().stream())
            .collect(Collectors.toSet());

    assertThat(cited).isEqualTo(rules.byId().keySet());
    assertThat(rules.byId().entrySet())
        .allMatch(rule -> rule.getKey().matches("[ST]\\d+-[a-z-]+"))
        .allMatch(rule -> rule.getValue().isInTheDocuments());
  }

  @Test
  void shouldGiveNoVerdictWithoutAPassingRun() {
    Results results = new Results();
    results.begin("memory");
    results.begin("real");
    results.pass("memory", "langgraph C-01");
    results.pass("memory", "langgraph C-10");
    results.pass("real", "langgraph C-10");

    String page = new ConformanceReport(expectations, Rules.load(), results).page();

    assertThat(page).containsPattern("\\| C-01 \\|.*\\| no passing run \\|");
    assertThat(page).containsPattern("\\| C-10 \\|.*\\| same \\|");
  }

  @Test
  void shouldRefuseExpectationsThatSayTheStatusOnly() {
    JsonNode finished = JSON.createObjectNode().put("after", "start").put("status", "finished");

    assertThatThrownBy(
            () -> new Expectation("[a]", "a runs", Verdict.SAME, null, null, List.of(finished)))
        .hasMessageContaining("something beside the status");
  }

  @Test
  void shouldSaySomethingOfEveryBehaviour() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String line : Files.readAllLines(IDS)) {
      String source = line.substring(0, line.indexOf(':'));
      Arrays.stream(line.substring(line.indexOf(':') + 1).trim().split(" "))
          .filter(id -> expectations.of(source, id).isEmpty())
          .forEach(id -> missing.add(source + " " + id));
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void shouldCallFewBehavioursNotApplicable() {
    assertThat(
            expectations.sections().values().stream()
                .flatMap(section -> section.values().stream())
                .filter(entry -> entry.verdict() == Verdict.NOT_APPLICABLE))
        .hasSizeLessThanOrEqualTo(MOST_NOT_APPLICABLE);
  }
}
