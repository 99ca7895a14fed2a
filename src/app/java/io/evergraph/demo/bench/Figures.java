package io.evergraph.demo.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.demo.bench.Workload.Metric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the repetitions of one workload gave.
 *
 * @param history the history of the last run; empty where the engine keeps none
 */
public record Figures(
    String engine,
    String workload,
    Metric metric,
    double median,
    double min,
    double max,
    int reps,
    Optional<HistorySize> history) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  static Figures of(Trial trial, double[] all, Optional<HistorySize> history) {
    double[] sorted = all.clone();
    Arrays.sort(sorted);
    return new Figures(
        trial.engine(),
        trial.workload(),
        trial.metric(),
        median(sorted),
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length,
        history);
  }

  static double median(double[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** Returns the figures as one line of JSON, numbers with four digits that count. */
  public String toJson() {
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("engine", engine);
    line.put("workload", workload);
    line.put("metric", metric.unit());
    line.put("median", rounded(median));
    line.put("min", rounded(min));
    line.put("max", rounded(max));
    line.put("reps", reps);
    line.put("history_events", history.map(HistorySize::events).orElse(null));
    line.put("history_bytes", history.map(HistorySize::bytes).orElse(null));
    try {
      return JSON.writeValueAsString(line);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected numbers and text to be JSON.", impossible);
    }
  }

  private static BigDecimal rounded(double figure) {
    BigDecimal short4 = BigDecimal.valueOf(figure).round(FOUR_DIGITS).stripTrailingZeros();
    return short4.scale() < 0 ? short4.setScale(0) : short4;
  }
}
