package io.evergraph.demo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Duration AT_ONCE = Duration.ofNanos(1);

  private double figure = 100;

  @Test
  void shouldGoOnWhileTheFiguresChange() {
    WarmUp warmUp = new WarmUp(AT_ONCE, Duration.ofHours(1));

    List<Double> medians = warmUp.run(() -> figure = Math.max(10, figure - 10));

    assertThat(medians).containsExactly(90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 30.0, 20.0, 10.0, 10.0);
  }

  @Test
  void shouldEndWhenTheTimeIsUpThoughTheFiguresChange() {
    WarmUp warmUp = new WarmUp(AT_ONCE, AT_ONCE);

    assertThat(warmUp.run(() -> figure *= 2)).containsExactly(200.0, 400.0);
  }

  @Test
  void shouldTakeTheMedianOfEachWindow() {
    WarmUp warmUp = new WarmUp(Duration.ofMillis(40), Duration.ofHours(1));

    assertThat(warmUp.run(() -> 3)).isNotEmpty().containsOnly(3.0);
  }
}
