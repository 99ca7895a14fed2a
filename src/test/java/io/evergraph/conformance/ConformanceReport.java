package io.evergraph.conformance;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws the table of all behaviours from the data. */
final class ConformanceReport {
  private final Expectations expectations;

  ConformanceReport(Expectations expectations) {
    this.expectations = expectations;
  }

  /** The page. */
  String page() {
    StringBuilder page = new StringBuilder(128 * 1024);
    page.append("# Conformance\n\n").append(introduction()).append("\n\n").append(counts());
    expectations.sections().forEach((section, entries) -> table(page, section, entries));
    return page.toString();
  }

  private static String introduction() {
    return """
        What the tests of other graph engines promise, and how Evergraph stands to it. `langgraph` is LangGraph,
        `engines` are trpc-agent-go, Spring AI Alibaba and langgraph4j. Every line that is `same` or `deliberately
        different` is a scenario that is played on the in-memory runtime, on the embedded Temporal server and on a
        real one; `asserts` says what is checked, which is our rule where it differs. The tests write this page:
        `mvn test -Dtest=ConformanceReportTest -Dconformance=keep`.""";
  }

  private String counts() {
    Map<String, Long> counts = new TreeMap<>();
    entries().forEach(entry -> counts.merge(entry.verdict().toString(), 1L, Long::sum));
    return "| verdict | behaviours |\n|---|---|\n"
        + counts.entrySet().stream()
            .map(count -> "| " + count.getKey() + " | " + count.getValue() + " |\n")
            .collect(Collectors.joining())
        + "| all | "
        + entries().count()
        + " |\n";
  }

  private Stream<Expectation> entries() {
    return expectations.sections().values().stream().flatMap(all -> all.values().stream());
  }

  private static void table(StringBuilder page, String section, Map<String, Expectation> entries) {
    page.append("\n## ")
        .append(section)
        .append("\n\n| id | asserted | verdict | why |\n|---|---|---|---|\n");
    entries.forEach(
        (id, entry) ->
            page.append("| ")
                .append(
                    String.join(
                        " | ",
                        id,
                        cell(entry.asserts()),
                        entry.verdict().toString(),
                        cell(entry.reason())))
                .append(" |\n"));
  }

  private static String cell(String text) {
    return text.strip().replace("\n", " ").replace("|", "\\|");
  }
}
