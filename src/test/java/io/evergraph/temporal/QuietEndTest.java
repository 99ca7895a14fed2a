package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A cancelled run, and a worker that closes, are no failures: the log does not warn of them. */
class QuietEndTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final CountDownLatch never = new CountDownLatch(1);
  private final Semaphore begun = new Semaphore(0);
  private final Graph held =
      Graph.builder("held").node("hold", this::hold).edge(Graph.START, "hold").build();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

  private Command hold(NodeContext context) throws InterruptedException {
    begun.release();
    while (!never.await(100, TimeUnit.MILLISECONDS)) {
      context.heartbeat();
    }
    return Command.none();
  }

  @BeforeEach
  void listen() {
    log.start();
    root.addAppender(log);
  }

  @AfterEach
  void hearNoMore() {
    root.detachAppender(log);
  }

  private List<String> warnings() {
    return List.copyOf(log.list).stream()
        .filter(it -> it.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .filter(it -> it.startsWith("Attempt ") || it.startsWith("Activity failure"))
        .toList();
  }

  @Test
  void shouldNotWarnOfACancelledRun() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(held)) {
      RunHandle run = house.runtime().start(held, ThreadId.random(), StateUpdate.empty());
      begun.acquire();

      house.runtime().cancel(run.thread());

      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.CANCELLED);
      house.worker().close(Duration.ofSeconds(20));
      assertThat(warnings()).isEmpty();
    }
  }

  @Test
  void shouldNotWarnOfTasksThatAreCutOffWhenTheWorkerCloses() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(held)) {
      RunHandle unused = house.runtime().start(held, ThreadId.random(), StateUpdate.empty());
      begun.acquire();

      house.worker().close(Duration.ZERO);

      assertThat(warnings()).isEmpty();
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .anyMatch(it -> it.contains("'hold'") && it.contains("worker"));
    }
  }
}
