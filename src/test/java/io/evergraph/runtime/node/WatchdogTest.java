package io.evergraph.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.graph.NodePolicy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final NodePolicy LIVELY =
      NodePolicy.builder().timeout(Duration.ofMillis(700)).build();

  private final CountDownLatch standsStill = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  private void standStill() {
    standsStill.countDown();
    try {
      goesOn.await();
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
    ScheduledExecutorService checker = Executors.newSingleThreadScheduledExecutor();
    try (Watchdog watchdog = new Watchdog(checker)) {
      checker.execute(this::standStill);
      standsStill.await();

      assertThat(work(watchdog)).isNull();
    }
  }
}
