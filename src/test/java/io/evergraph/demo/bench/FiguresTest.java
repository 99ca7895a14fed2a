package io.evergraph.demo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private final Workload chain = Workloads.all(NodePolicy.DEFAULT, RunMode.ALONE).get(0);
  private final InMemoryRuntime runtime = InMemoryRuntime.of(chain.graph());
  private final Trial trial = Trial.of("engine", chain, runtime, thread -> Optional.empty());

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void shouldTakeTheMiddleOfAnOddNumberOfRepetitions() {
    Figures figures = Figures.of(trial, new double[] {5, 1, 3}, Optional.empty());

    assertThat(figures.median()).isEqualTo(3);
    assertThat(figures.min()).isEqualTo(1);
    assertThat(figures.max()).isEqualTo(5);
    assertThat(figures.reps()).isEqualTo(3);
  }

  @Test
  void shouldTakeTheMeanOfTheMiddleTwoOfAnEvenNumber() {
    assertThat(Figures.of(trial, new double[] {4, 1, 2, 9}, Optional.empty()).median())
        .isEqualTo(3);
  }

  @Test
  void shouldPrintFourDigitsThatCountAndNoExponent() {
    Figures figures =
        Figures.of(
            trial,
            new double[] {0.0301234, 12345.678, 100_000},
            Optional.of(new HistorySize(23, 4567)));

    assertThat(figures.toJson())
        .isEqualTo(
            "{\"engine\":\"engine\",\"workload\":\"chain3\",\"metric\":\"ms\",\"median\":12350,"
                + "\"min\":0.03012,\"max\":100000,\"reps\":3,"
                + "\"history_events\":23,\"history_bytes\":4567}");
  }
}
