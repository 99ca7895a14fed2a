package io.evergraph.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Carries events from a stream to a reader until one of them ends. */
class EventPumpTest {
  private static final Duration CADENCE = Duration.ofMillis(50);

  private final EventPump pump = new EventPump();
  private final QueuedEvents events = new QueuedEvents();
  private final Listing reader = new Listing();

  @AfterEach
  void stop() {
    pump.stop();
  }

  @Test
  void shouldCloseTheStreamWhenTheReaderIsDone() {
    pump.carry(() -> events, CADENCE, reader);

    events.queue.add(event(1));
    events.queue.add(event(Listing.LAST));

    await().untilTrue(events.closed);
    assertThat(reader.calls).startsWith("begin").contains("1", "3").doesNotContain("gone");
  }

  @Test
  void shouldTellTheReaderWhenNothingComes() {
    pump.carry(() -> events, CADENCE, reader);

    await().until(() -> reader.calls.contains("idle"));
    assertThat(events.closed).isFalse();
  }

  @Test
  void shouldCloseTheStreamWhenTheClientIsGone() {
    pump.carry(() -> events, CADENCE, reader);

    events.queue.add(event(Listing.BROKEN));

    await().untilTrue(events.closed);
    await().until(() -> reader.calls.contains("gone"));
  }

  @Test
  void shouldTellTheReaderWhenThePumpStops() {
    pump.start();
    pump.carry(() -> events, Duration.ofMinutes(1), reader);
    await().until(() -> reader.calls.contains("begin"));

    pump.stop();

    await().until(() -> reader.calls.contains("stopped"));
    assertThat(pump.isRunning()).isFalse();
    assertThat(events.closed).isTrue();
  }

  @Test
  void shouldCarryAgainWhenItIsStartedAgain() {
    pump.start();
    pump.stop();

    pump.start();
    pump.carry(() -> events, CADENCE, reader);
    events.queue.add(event(Listing.LAST));

    await().untilTrue(events.closed);
    assertThat(reader.calls).contains("3").doesNotContain("stopped");
  }

  @Test
  void shouldTellTheReaderThatComesAfterThePumpHasStopped() {
    pump.stop();

    pump.carry(() -> events, CADENCE, reader);

    assertThat(reader.calls).containsExactly("stopped");
  }

  @Test
  void shouldTellTheReaderWhenTheEventsCannotBeRead() {
    pump.carry(
        () -> {
          throw new RuntimeUnavailableException("127.0.0.1:1", "refused");
        },
        CADENCE,
        reader);

    await().until(() -> reader.calls.contains("failed RuntimeUnavailableException"));
  }

  private static RunEvent event(long number) {
    return new InterruptEvent.AnswerIgnored(number, Instant.EPOCH, "-", "none");
  }

  private static final class QueuedEvents implements EventStream {
    private final BlockingQueue<RunEvent> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    @Override
    public List<RunEvent> next(Duration wait) throws InterruptedException {
      RunEvent event = queue.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
      return event == null ? List.of() : List.of(event);
    }

    @Override
    public void onNews(Runnable told) {
      told.run();
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  /** Notes what it is told; breaks at event 2 and is done after event 3. */
  private static final class Listing implements EventReader<RunEvent> {
    private static final long BROKEN = 2;
    private static final long LAST = 3;

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile boolean done;

    @Override
    public void begin() {
      calls.add("begin");
    }

    @Override
    public void event(RunEvent event) throws IOException {
      calls.add(Long.toString(event.number()));
      done = event.number() == LAST;
      if (event.number() == BROKEN) {
        throw new IOException("the connection is closed");
      }
    }

    @Override
    public void idle() {
      calls.add("idle");
    }

    @Override
    public boolean isDone() {
      return done;
    }

    @Override
    public void gone() {
      calls.add("gone");
    }

    @Override
    public void stopped() {
      calls.add("stopped");
    }

    @Override
    public void failed(RuntimeException failure) {
      calls.add("failed " + failure.getClass().getSimpleName());
    }
  }
}
