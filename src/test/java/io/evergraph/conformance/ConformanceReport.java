package io.evergraph.conformance;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Draws the table of all behaviours from the results of a build. */
final class ConformanceReport {
  private static final String NO_VERDICT = "no passing run";

  private final Expectations expectations;
  private final Rules rules;
  private final Results results;

  ConformanceReport(Expectations expectations, Rules rules, Results results) {
    this.expectations = expectations;
    this.rules = rules;
    this.results = results;
  }

  /** The page. */
  String page() {
    StringBuilder page = new StringBuilder(512 * 1024);
    page.append("# Conformance\n\n").append(introduction()).append("\n\n").append(counts());
    expectations.sections().forEach((section, entries) -> table(page, section, entries));
    return page.toString();
  }

  private static String introduction() {
    return """
        What the tests of other graph engines promise, and how Evergraph stands to it. `langgraph` is LangGraph,
        `engines` are trpc-agent-go, Spring AI Alibaba and langgraph4j. `source` is what the other engine promises;
        `asserted` is what a scenario of ours checks: values, order or errors, and our rule where it differs.

        `ConformanceContract` plays every scenario that is `same` or `deliberately different` on the in-memory
        runtime, on the embedded Temporal server and on a real one, and makes this page from the results: a scenario
        that has not passed on all of them has no verdict, and a page that says anything else fails the build. What
        is `deliberately different` follows from a rule of Evergraph's, in the words of the page that states it: S are
        rules of what graphs mean, T of how Temporal carries them.
        `later` and `not applicable` have a reason and no run. Where a run of another engine ends with an error, a
        thread of Evergraph parks; every such behaviour is `deliberately different`, whatever else is the same.

        Notation of `source`: `S`, `E`, `^`, `$` start and end; `a->b`, `a>b` an edge; `[a,b]->j`, `{b,c}>>j` a join;
        `a?f{k:n}` a route with labels; `Send(n,x)`, `a=>[b(k=1)]` a task with an input of its own; `Cmd` a command;
        `INT[p]` the questions that a run returns; `resume(x)` an answer; `go` a continue; `|b`, `b|` a breakpoint
        before or after b; `b??key` a question under a key; `~` only a warning; `v` a list to which each node appends
        its name; `next` the nodes that follow.""";
  }

  private String counts() {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    int without = 0;
    int all = 0;
    for (Map.Entry<String, Map<String, Expectation>> section : expectations.sections().entrySet()) {
      for (Map.Entry<String, Expectation> entry : section.getValue().entrySet()) {
        Optional<Verdict> verdict = verdict(section.getKey(), entry.getKey(), entry.getValue());
        verdict.ifPresent(it -> counts.merge(it, 1, Integer::sum));
        without += verdict.isPresent() ? 0 : 1;
        all++;
      }
    }
    return "| verdict | behaviours |\n|---|---|\n"
        + counts.entrySet().stream()
            .map(count -> "| " + count.getKey() + " | " + count.getValue() + " |\n")
            .collect(Collectors.joining())
        + ("| " + NO_VERDICT + " | " + without + " |\n")
        + ("| all | " + all + " |\n\n| runtime | scenarios passed |\n|---|---|\n")
        + results.runtimes().stream()
            .map(runtime -> "| " + runtime + " | " + results.count(runtime) + " |\n")
            .collect(Collectors.joining());
  }

  private Optional<Verdict> verdict(String section, String id, Expectation entry) {
    boolean isKnown =
        !entry.verdict().isPlayed() || results.passed(Expectations.scenario(section, id));
    return isKnown ? Optional.of(entry.verdict()) : Optional.empty();
  }

  private void table(StringBuilder page, String section, Map<String, Expectation> entries) {
    page.append("\n## ")
        .append(section)
        .append("\n\n| id | source | asserted | verdict | why |\n|---|---|---|---|---|\n");
    entries.forEach(
        (id, entry) ->
            page.append("| ")
                .append(
                    String.join(
                        " | ",
                        id,
                        "`" + cell(entry.source()) + "`",
                        cell(entry.asserts()),
                        verdict(section, id, entry).map(Verdict::toString).orElse(NO_VERDICT),
                        cell(why(entry))))
                .append(" |\n"));
  }

  private String why(Expectation entry) {
    String cited = rules.cite(entry.cited());
    return cited.isEmpty() ? entry.reason() : entry.reason() + ". " + cited;
  }

  private static String cell(String text) {
    return text.strip().replace("\n", " ").replace("|", "\\|");
  }
}
