package io.evergraph.runtime.stream;

import io.evergraph.error.GraphException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.spi.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;

/** Merges what a thread records of one run with what its nodes emit. */
public final class FollowedRunStream implements RunStream {
  private static final Duration LONG = Duration.ofDays(1);

  private final GraphRuntime runtime;
  private final ThreadId thread;
  private final EventStream events;
  private final EventBus.Subscription bus;
  private final RecordedParts recorded;
  private final LiveParts live;
  private volatile boolean closed;

  public FollowedRunStream(
      GraphRuntime runtime, ThreadId thread, String runId, StreamOptions options) {
    this.runtime = runtime;
    this.thread = thread;
    this.events = runtime.follow(thread, options.from());
    events.wake();
    SeenMessages messages = new SeenMessages();
    this.recorded = new RecordedParts(runtime, thread, runId, options, messages);
    this.bus = runtime.bus().subscribe(thread.value(), events::wake);
    this.live = new LiveParts(recorded, options, messages);
  }

  @Override
  public boolean isOver() {
    return closed || recorded.isOver();
  }

  @Override
  public List<StreamPart> next(Duration wait) throws InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    List<StreamPart> parts = new ArrayList<>();
    long left = wait.toNanos();
    do {
      read(Duration.ofNanos(left), parts);
      left = deadline - System.nanoTime();
    } while (parts.isEmpty() && left > 0 && !isOver());
    return parts;
  }

  /** What a task emitted reaches the bus before its result is recorded, so it is taken after. */
  private void read(Duration wait, List<StreamPart> parts) throws InterruptedException {
    List<RunEvent> news = isOver() ? List.of() : events.next(wait);
    live.hold(bus.take());
    for (RunEvent event : news) {
      parts.addAll(live.before(event));
      parts.addAll(recorded.see(event));
    }
    if (!isOver()) {
      parts.addAll(live.due());
    }
    if (parts.isEmpty() && !isOver() && events.isOver()) {
      throw endedByForce();
    }
  }

  /** The thread is asked first: one that was deleted is unknown. */
  private GraphException endedByForce() {
    ThreadSnapshot unused = runtime.snapshot(thread);
    return new ThreadEndedException(thread.value());
  }

  @Override
  public Iterator<StreamPart> iterator() {
    return new Parts();
  }

  @Override
  public void close() {
    closed = true;
    events.wake();
    bus.close();
    events.close();
  }

  private final class Parts implements Iterator<StreamPart> {
    private Iterator<StreamPart> read = List.<StreamPart>of().iterator();

    @Override
    public boolean hasNext() {
      try {
        while (!read.hasNext() && !isOver()) {
          read = FollowedRunStream.this.next(LONG).iterator();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new CancellationException("The reading of a run was interrupted.");
      }
      return read.hasNext();
    }

    @Override
    public StreamPart next() {
      if (!hasNext()) {
        throw new NoSuchElementException("The run has ended.");
      }
      return read.next();
    }
  }
}
