package io.evergraph.task;

import io.evergraph.error.AgentUnavailableException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** The circuit breakers of agents, in this process. */
final class AgentBreakers {
  private static final float PERCENT = 100;

  private final Clock clock;
  private final Duration openFor;
  private final CircuitBreakerConfig config;
  private final Map<String, Guard> guards = new ConcurrentHashMap<>();

  AgentBreakers(Breaker breaker, Clock clock) {
    this.clock = clock;
    this.openFor = breaker.openFor();
    this.config =
        CircuitBreakerConfig.custom()
            .clock(clock)
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize(Math.toIntExact(breaker.window().toSeconds()))
            .minimumNumberOfCalls(breaker.calls())
            // the library opens at the rate, the rule says beyond it
            .failureRateThreshold(Math.nextUp((float) breaker.failureRate() * PERCENT))
            .waitDurationInOpenState(openFor)
            .permittedNumberOfCallsInHalfOpenState(1)
            .build();
  }

  /**
   * Lets a task of an agent pass.
   *
   * @throws AgentUnavailableException when the breaker is open, or a trial is under way
   */
  Permit enter(String agent) {
    Guard guard = guards.computeIfAbsent(agent, Guard::new);
    if (!guard.breaker.tryAcquirePermission()) {
      throw new AgentUnavailableException(agent, guard.untilTrial());
    }
    return guard.permit();
  }

  private final class Guard {
    private final CircuitBreaker breaker;

    /** Counts the changes of its state, so that what was let pass before one does not count. */
    private volatile int period;

    private volatile Instant trialAt = Instant.MIN;

    Guard(String agent) {
      this.breaker = CircuitBreaker.of(agent, config);
      breaker
          .getEventPublisher()
          .onStateTransition(change -> changed(change.getStateTransition().getToState()));
    }

    private synchronized void changed(CircuitBreaker.State state) {
      period++;
      if (state == CircuitBreaker.State.OPEN) {
        trialAt = clock.instant().plus(openFor);
      }
    }

    Permit permit() {
      int begun = period;
      return new Permit(breaker, () -> period == begun);
    }

    /** While a trial is under way nobody knows how long it takes: the next try may be soon. */
    Duration untilTrial() {
      Duration left = Duration.between(clock.instant(), trialAt);
      return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
    }
  }

  /** The permission for one task; what became of it is told once. */
  static final class Permit {
    private final CircuitBreaker breaker;
    private final BooleanSupplier counts;
    private final AtomicBoolean told = new AtomicBoolean();

    private Permit(CircuitBreaker breaker, BooleanSupplier counts) {
      this.breaker = breaker;
      this.counts = counts;
    }

    private void once(Runnable report) {
      if (told.compareAndSet(false, true) && counts.getAsBoolean()) {
        report.run();
      }
    }

    void succeeded() {
      once(() -> breaker.onSuccess(0, TimeUnit.NANOSECONDS));
    }

    void failed() {
      Exception failure = new IllegalStateException("The task has failed.");
      once(() -> breaker.onError(0, TimeUnit.NANOSECONDS, failure));
    }

    /** It came to nothing that says how the agent does. */
    void givenBack() {
      once(breaker::releasePermission);
    }
  }
}
