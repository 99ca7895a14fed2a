package io.evergraph.backend;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AbstractProxyManagerBuilder;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Budgets that are whole again in each window, as buckets of bucket4j.
 *
 * @param buckets where they are
 */
public record TimedBuckets(ProxyManager<String> buckets) {
  private static final Duration KEPT_AFTER_REFILL = Duration.ofMinutes(1);

  /** The time of a clock, as the library asks for it. */
  private record Meter(Clock clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }

  /** Sets that windows go by a clock, and that a bucket is forgotten soon after it is full. */
  public static <B extends AbstractProxyManagerBuilder<String, ?, B>> B timed(
      B buckets, Clock clock) {
    return buckets
        .clientClock(new Meter(clock))
        .expirationAfterWrite(
            ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT_AFTER_REFILL));
  }

  /**
   * Takes one, as {@link io.evergraph.runtime.spi.AdmissionLimits#take} does. A bucket keeps the
   * limit that it was made with: another limit has another one.
   */
  public Optional<Duration> take(String key, int most, Duration window) {
    BucketConfiguration budget =
        BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(most).refillIntervally(most, window))
            .build();
    ConsumptionProbe probe =
        buckets
            .builder()
            .build(key + " " + most + " in " + window, () -> budget)
            .tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }
}
