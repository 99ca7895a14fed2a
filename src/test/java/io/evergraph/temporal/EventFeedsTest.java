package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.client.EventFeeds;
import io.evergraph.temporal.connection.ThreadNotifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Followers miss nothing, whatever fails and whoever comes and goes beside them. */
@Timeout(60)
class EventFeedsTest {
  private static final ThreadId THREAD = ThreadId.of("t");
  private static final List<RunEvent> EVENTS =
      List.of(RunEvents.ofIgnored("-", "a reason", 1, Instant.EPOCH));

  /** Rings some times; then ends, or stays silent. */
  private static final class TestBell implements ThreadNotifier {
    private int rings;
    private final boolean ends;

    TestBell(int rings, boolean ends) {
      this.rings = rings;
      this.ends = ends;
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      if (rings-- > 0) {
        return true;
      }
      if (!ends) {
        TimeUnit.NANOSECONDS.sleep(nanos);
      }
      return false;
    }

    @Override
    public void close() {
      // the reader is interrupted
    }
  }

  @Test
  void shouldAskAgainForWhatCouldNotBeRead() throws InterruptedException {
    AtomicInteger reads = new AtomicInteger();
    try (EventFeeds feeds =
            new EventFeeds(
                thread -> new TestBell(1, false),
                (thread, from) -> {
                  if (reads.incrementAndGet() == 1) {
                    throw new IllegalStateException("no answer");
                  }
                  return EVENTS;
                });
        EventStream events = feeds.follow(THREAD, 1)) {
      assertThat(events.next(Duration.ofSeconds(10))).isEqualTo(EVENTS);
    }
  }

  @Test
  void shouldNotHandOutAFeedThatHasEnded() throws InterruptedException {
    AtomicInteger bells = new AtomicInteger();
    try (EventFeeds feeds =
            new EventFeeds(
                thread -> new TestBell(bells.getAndIncrement(), true),
                (thread, from) -> bells.get() > 1 && from == 1 ? EVENTS : List.of());
        EventStream former = feeds.follow(THREAD, 1)) {
      assertThat(former.next(Duration.ofSeconds(1))).isEmpty();

      try (EventStream events = feeds.follow(THREAD, 1)) {
        assertThat(events.next(Duration.ofSeconds(10))).isEqualTo(EVENTS);
      }
    }
  }

  @Test
  void shouldLetFollowersComeAndGoAtTheSameTime() {
    try (EventFeeds feeds =
        new EventFeeds(thread -> new TestBell(0, false), (thread, from) -> List.of())) {
      CompletableFuture<?>[] crowd = new CompletableFuture<?>[4];
      for (int i = 0; i < crowd.length; i++) {
        crowd[i] = new CompletableFuture<Void>();
        follow(feeds, crowd[i]);
      }
      assertThat(CompletableFuture.allOf(crowd)).succeedsWithin(Duration.ofSeconds(30));
    }
  }

  private static void follow(EventFeeds feeds, CompletableFuture<?> done) {
    Thread follower =
        new Thread(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                feeds.follow(THREAD, 1).close();
              }
              done.complete(null);
            });
    follower.setDaemon(true);
    follower.start();
  }
}
