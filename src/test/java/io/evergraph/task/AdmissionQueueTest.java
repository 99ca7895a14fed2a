package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.LimitReachedException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a store of limits is asked; one that does not answer holds up nobody but who asks it. */
@Timeout(60)
class AdmissionQueueTest {
  private static final Duration EXPIRY = Duration.ofMinutes(1);
  private static final AgentRequest REQUEST = AgentRequest.to("support", "ann");

  private final HangingLimits limits = new HangingLimits();
  private final AdmissionQueue room =
      new AdmissionQueue(limits, new Capacity(2, 2, Duration.ofMillis(300)), EXPIRY);

  @AfterEach
  void answer() {
    limits.answers.countDown();
  }

  /** Answers nothing about one holder until it is told to. */
  private static final class HangingLimits implements AdmissionLimits {
    private final AdmissionLimits kept = new LocalAdmissionLimits();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public String kind() {
      return "hanging";
    }

    @Override
    public Optional<Duration> take(String key, int most, Duration window) {
      return kept.take(key, most, window);
    }

    @Override
    public Map<String, Place> enter(List<Entrant> entrants, Duration expiry, Duration patience) {
      calls.incrementAndGet();
      if (entrants.get(0).holder().equals("stuck")) {
        asked.countDown();
        try {
          answers.await();
        } catch (InterruptedException stopped) {
          throw new IllegalStateException(stopped);
        }
      }
      return kept.enter(entrants, expiry, patience);
    }

    @Override
    public void renew(Collection<String> holders, Duration expiry) {
      kept.renew(holders, expiry);
    }

    @Override
    public void leave(String holder) {
      kept.leave(holder);
    }
  }

  private boolean isEntered(String holder) throws InterruptedException {
    return room.isEnteredAtOnce(REQUEST, holder, new Place("user of " + holder, 1));
  }

  private static CompletableFuture<Void> started(Entering entering) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            entering.run();
          } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
          }
        },
        task -> new Thread(task).start());
  }

  private interface Entering {
    void run() throws InterruptedException;
  }

  @Test
  void shouldAdmitOthersWhileTheStoreDoesNotAnswerOne() throws Exception {
    CompletableFuture<Void> stuck = started(() -> assertThat(isEntered("stuck")).isTrue());
    limits.asked.await();

    assertThat(isEntered("other")).isTrue();

    assertThat(stuck).isNotDone();
    limits.answers.countDown();
    stuck.get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldRefuseInTimeWhoWaitsBehindOneOfWhomTheStoreAnswersNothing() throws Exception {
    CompletableFuture<Void> stuck = started(() -> room.enter(REQUEST, "stuck"));
    limits.asked.await();

    assertThatThrownBy(() -> room.enter(REQUEST, "behind"))
        .isInstanceOf(LimitReachedException.class);

    assertThat(stuck).isNotDone();
    limits.answers.countDown();
    stuck.get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldAskForEachAloneWhereNobodyMayWait() throws Exception {
    AdmissionQueue impatient =
        new AdmissionQueue(limits, new Capacity(2, 1, Duration.ZERO), EXPIRY);
    CompletableFuture<Void> stuck = started(() -> impatient.enter(REQUEST, "stuck"));
    limits.asked.await();

    impatient.enter(AgentRequest.to("sales", "bob"), "other");

    assertThatThrownBy(() -> impatient.enter(AgentRequest.to("sales", "bob"), "late"))
        .isInstanceOf(LimitReachedException.class)
        .hasMessageContaining("sales");
    limits.answers.countDown();
    stuck.get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldAskForAllWhoWaitTogetherTenTimesASecond() throws Exception {
    int waiting = 40;
    AdmissionQueue small =
        new AdmissionQueue(limits, new Capacity(1, 1, Duration.ofSeconds(2)), EXPIRY);
    assertThat(small.isEnteredAtOnce(REQUEST, "inside", new Place("user", 1))).isTrue();
    long begun = System.nanoTime();

    List<CompletableFuture<Void>> refused =
        IntStream.range(0, waiting)
            .mapToObj(
                number ->
                    started(
                        () ->
                            assertThatThrownBy(() -> small.enter(REQUEST, "waits " + number))
                                .isInstanceOf(LimitReachedException.class)))
            .toList();
    for (CompletableFuture<Void> each : refused) {
      each.get(30, TimeUnit.SECONDS);
    }

    long looks = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) / 100 + 2;
    assertThat(limits.calls.get()).isLessThanOrEqualTo((int) looks + waiting);
  }
}
