package io.evergraph.cli;

import java.util.concurrent.CountDownLatch;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** The end of an application, be it by Ctrl-C, SIGTERM or from inside. */
final class Shutdown {
  private final CountDownLatch closed = new CountDownLatch(1);

  private Shutdown() {}

  static Shutdown of(ConfigurableApplicationContext context) {
    Shutdown shutdown = new Shutdown();
    context.addApplicationListener((ContextClosedEvent event) -> shutdown.closed.countDown());
    return shutdown;
  }

  void await() throws InterruptedException {
    closed.await();
  }
}
