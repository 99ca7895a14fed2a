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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store of limits that does not answer holds up nobody but who asks it. */
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

    @Override
    public String kind() {
      return "hanging";
    }

    @Override
    public Optional<Duration> take(String key, int most, Duration window) {
      return kept.take(key, most, window);
    }

    @Override
    public Optional<Place> enter(String holder, List<Place> places, Duration expiry) {
      if (holder.equals("stuck")) {
        asked.countDown();
        try {
          answers.await();
        } catch (InterruptedException stopped) {
          throw new IllegalStateException(stopped);
        }
      }
      return kept.enter(holder, places, expiry);
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
}
