package io.evergraph.demo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Duration AT_ONCE = Duration.ofNanos(1);

  private double figure = 100;

  @Test
  void shouldGoOnWhileTheFiguresChange() {
    WarmUp warmUp = new WarmUp(AT_ONCE, Duration.ofHours(1), () -> 0);

    List<Double> medians = warmUp.run(() -> figure = Math.max(10, figure - 10));

    assertThat(medians).containsExactly(90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 30.0, 20.0, 10.0, 10.0);
  }

  @Test
  void shouldGoOnWhileTheCompilerWorks() {
    AtomicLong left = new AtomicLong(5);
    AtomicLong compiled = new AtomicLong();
    LongSupplier compiler =
        () -> left.get() == 0 ? compiled.get() : compiled.addAndGet(left.getAndDecrement() * 1000);
    WarmUp warmUp = new WarmUp(AT_ONCE, Duration.ofHours(1), compiler);

    assertThat(warmUp.run(() -> 3)).hasSizeGreaterThan(2).containsOnly(3.0);
    assertThat(left).hasValue(0);
  }

  @Test
  void shouldEndWhenTheTimeIsUpThoughTheFiguresChange() {
    WarmUp warmUp = new WarmUp(AT_ONCE, AT_ONCE, () -> 0);

    assertThat(warmUp.run(() -> figure *= 2)).containsExactly(200.0, 400.0);
  }

  @Test
  void shouldTakeTheMedianOfEachWindow() {
    WarmUp warmUp = new WarmUp(Duration.ofMillis(40), Duration.ofHours(1), () -> 0);

    assertThat(warmUp.run(() -> 3)).isNotEmpty().containsOnly(3.0);
  }
}
