package io.evergraph.temporal.connection;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Watches a connection while a call is made, and gives the call up when there has been none for too
 * long: a slow server is waited for, one that is not there is not.
 */
public final class ConnectionWatchdog {
  private static final Duration LONGEST_GAP = Duration.ofSeconds(3);
  private static final long CHECK_EVERY_MILLIS = 250;

  private final BooleanSupplier connected;
  private final ScheduledExecutorService timer;

  /**
   * Makes a watchdog.
   *
   * @param connected whether there is a connection now
   * @param timer runs the checks
   */
  public ConnectionWatchdog(BooleanSupplier connected, ScheduledExecutorService timer) {
    this.connected = connected;
    this.timer = timer;
  }

  /**
   * Makes a call; it ends as a cancelled one when the connection is gone for three seconds.
   *
   * @param call what is done with the server, on this thread
   */
  public <T> T watch(Supplier<T> call) {
    Context.CancellableContext context = Context.current().withCancellation();
    Watch watch = new Watch(context);
    ScheduledFuture<?> checks =
        timer.scheduleWithFixedDelay(
            watch, CHECK_EVERY_MILLIS, CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    Context outer = context.attach();
    try {
      return call.get();
    } catch (RuntimeException failure) {
      throw watch.gaveUp ? gone(failure) : failure;
    } finally {
      checks.cancel(false);
      context.detach(outer);
      context.cancel(null);
    }
  }

  private static StatusRuntimeException gone(RuntimeException failure) {
    CancellationException reason =
        new CancellationException("no connection for " + LONGEST_GAP.toSeconds() + " s");
    reason.addSuppressed(failure);
    return Status.CANCELLED.withCause(reason).asRuntimeException();
  }

  /** The watch over one call. */
  private final class Watch implements Runnable {
    private final Context.CancellableContext context;
    private volatile boolean gaveUp;
    private long lastSeen = System.nanoTime();

    Watch(Context.CancellableContext context) {
      this.context = context;
    }

    @Override
    public void run() {
      long now = System.nanoTime();
      if (connected.getAsBoolean()) {
        lastSeen = now;
      } else if (now - lastSeen > LONGEST_GAP.toNanos()) {
        gaveUp = true;
        context.cancel(null);
      }
    }
  }
}
