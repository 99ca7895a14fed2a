package io.evergraph.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.graph.NodePolicy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final NodePolicy BRIEF =
      NodePolicy.builder().timeout(Duration.ofMillis(100)).build();
  private static final NodePolicy LIVELY =
      NodePolicy.builder().timeout(Duration.ofMillis(700)).build();

  private final CountDownLatch standsStill = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  /** One attempt is given up, and whoever is told of it holds up all checks. */
  private void standStill(Watchdog.Watch unresponsive) {
    standsStill.countDown();
    awaitQuietly(goesOn);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
  }

  /** Is silent while the process stands still, as every node is, and gives signs of life after. */
  private @Nullable NodeTimeoutException work(Watchdog watchdog) throws InterruptedException {
    Watchdog.Watch watch = watchdog.watch("lively", LIVELY, any -> {});
    CountDownLatch never = new CountDownLatch(1);
    assertThat(never.await(1, TimeUnit.SECONDS)).isFalse();
    goesOn.countDown();
    for (int beat = 0; beat < 3 && watch.verdict() == null; beat++) {
      assertThat(never.await(300, TimeUnit.MILLISECONDS)).isFalse();
      watch.heartbeat();
    }
    assertThat(watch.end()).isTrue();
    return watch.verdict();
  }

  @Test
  void shouldNotTakeItForSilenceThatTheWholeProcessStoodStill() throws InterruptedException {
    try (Watchdog watchdog = new Watchdog()) {
      Thread stuck = new Thread(() -> watchdog.watch("stuck", BRIEF, this::standStill));
      stuck.start();
      standsStill.await();

      assertThat(work(watchdog)).isNull();
    }
  }
}
