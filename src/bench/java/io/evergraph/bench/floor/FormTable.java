package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Figures;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The figures of one form as a table of Markdown, beside what they are held to. */
final class FormTable {
  private static final Map<String, String> BARS =
      Map.of(
          "chain3", "≤ 1.3",
          "fan5", "≤ 1.3",
          "hitl", "≤ 1.3",
          "seq1000", "≤ 1.15",
          "fan100", "≤ 1.15",
          "react100", "≤ 1.0",
          "tput", "≥ 0.85",
          "heard", "≤ 50 ms",
          "delete", "≤ 100 ms");
  private static final String NONE = "–";
  private static final double SHORT = 10;
  private static final double LONG = 1000;

  private final List<String> lines = new ArrayList<>();

  FormTable(String title) {
    lines.add("### " + title);
    lines.add("");
    lines.add(
        "| workload | by hand | Evergraph | ratio | bar"
            + " | history, bytes by hand | history, bytes Evergraph |");
    lines.add("|---|---|---|---|---|---|---|");
  }

  void add(Figures ours, Optional<Figures> byHand, ComparedPlacement placement) {
    lines.add(
        "| `%s`%s | %s | %s | %s | %s | %s | %s |"
            .formatted(
                ours.workload(),
                placement.suffix,
                byHand.map(FormTable::median).orElse(NONE),
                median(ours),
                byHand.map(it -> number(ours.median() / it.median(), "%.2f")).orElse(NONE),
                placement.bar.orElseGet(() -> BARS.getOrDefault(ours.workload(), NONE)),
                byHand.map(FormTable::bytes).orElse(NONE),
                bytes(ours)));
  }

  private static String median(Figures figures) {
    double figure = figures.median();
    boolean isWhole = figures.metric() == Metric.MILLISECONDS && figure >= LONG / SHORT;
    return number(figure, isWhole ? "%,.0f " : "%.1f ") + figures.metric().unit();
  }

  private static String bytes(Figures figures) {
    return figures
        .history()
        .map(HistorySize::bytes)
        .map(bytes -> String.format(Locale.ROOT, "%,d", bytes))
        .orElse(NONE);
  }

  private static String number(double figure, String format) {
    return String.format(Locale.ROOT, format, figure);
  }

  String toMarkdown() {
    return String.join("\n", lines) + "\n\n";
  }
}
