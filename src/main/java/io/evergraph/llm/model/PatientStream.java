package io.evergraph.llm.model;

import io.evergraph.runtime.TaskThreads;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The body of a reply, which is given up when nothing of it comes for some time: the JDK's client
 * waits for its begin only so long.
 */
final class PatientStream extends FilterInputStream {
  private final Duration patience;
  private final String url;
  private volatile boolean isGivenUp;

  PatientStream(InputStream body, Duration patience, String url) {
    super(body);
    this.patience = patience;
    this.url = url;
  }

  /** Created at the first reply. */
  private static final class Clock {
    static final ScheduledThreadPoolExecutor ALARMS = alarms();

    private static ScheduledThreadPoolExecutor alarms() {
      ScheduledThreadPoolExecutor alarms =
          new ScheduledThreadPoolExecutor(1, TaskThreads.daemons("evergraph-model-replies"));
      alarms.setRemoveOnCancelPolicy(true);
      return alarms;
    }
  }

  private interface Reading {
    int read() throws IOException;
  }

  @Override
  public int read() throws IOException {
    return inTime(super::read);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return inTime(() -> super.read(bytes, offset, length));
  }

  private int inTime(Reading reading) throws IOException {
    Future<?> alarm =
        Clock.ALARMS.schedule(this::giveUp, patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      int read = reading.read();
      if (isGivenUp) {
        throw silent();
      }
      return read;
    } catch (IOException broken) {
      throw isGivenUp ? silent() : broken;
    } finally {
      alarm.cancel(false);
    }
  }

  private HttpTimeoutException silent() {
    return new HttpTimeoutException(url + " fell silent for " + patience);
  }

  /** Closing it ends the read that waits. */
  private void giveUp() {
    isGivenUp = true;
    try {
      close();
    } catch (IOException alreadyClosed) {
      // nobody reads it any more
    }
  }
}
