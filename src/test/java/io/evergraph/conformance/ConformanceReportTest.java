package io.evergraph.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformanceReportTest {
  private static final Path PAGE = Path.of("docs/conformance.md");
  private static final Path IDS = Path.of("src/test/resources/conformance/ids.txt");
  private static final int MOST_NOT_APPLICABLE = 20;

  private final Expectations expectations = Expectations.load();

  /** With {@code -Dconformance=keep} the page is written; without, it has to be up to date. */
  @Test
  void shouldKeepThePageInStepWithTheData() throws IOException {
    String page = new ConformanceReport(expectations).page();
    if ("keep".equals(System.getProperty("conformance"))) {
      Files.writeString(PAGE, page);
    }

    assertThat(Files.readString(PAGE)).as("write it again with -Dconformance=keep").isEqualTo(page);
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
