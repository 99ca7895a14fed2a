package io.evergraph.runtime.stream;

import io.evergraph.error.GraphException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.runtime.Feed;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.spi.EventBus;
import java.time.Duration;
import java.util.List;

/**
 * Merges what a thread records of one run, and what those record that work for it, with what their
 * nodes emit.
 */
public final class FollowedParts implements Feed<FollowedPart> {
  private final Reading reading;
  private final FollowedThread thread;
  private final LiveParts live;
  private final EventBus.Subscription bus;
  private volatile boolean closed;

  /**
   * Begins to read.
   *
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  public FollowedParts(GraphRuntime runtime, ThreadId thread, String runId, StreamOptions options) {
    this.reading = new Reading(runtime, options);
    this.thread = FollowedThread.ofRun(reading, thread, runId);
    this.live = new LiveParts(this.thread, options, reading.messages());
    this.thread.events().open();
    this.bus = subscribed(thread);
  }

  private EventBus.Subscription subscribed(ThreadId id) {
    try {
      return reading.runtime().bus().subscribe(id.value(), reading::tellNews);
    } catch (RuntimeException failure) {
      thread.close();
      throw failure;
    }
  }

  /** Returns whether nothing more comes: all of the run was seen, or this is closed. */
  public boolean isOver() {
    return closed || thread.isOver();
  }

  @Override
  public List<FollowedPart> next(Duration wait) throws InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    boolean moved = read();
    long left = deadline - System.nanoTime();
    while (!reading.hasShown() && left > 0 && !isOver()) {
      if (!moved) {
        reading.await(left);
      }
      moved = read();
      left = deadline - System.nanoTime();
    }
    return reading.taken();
  }

  /** What a task emitted reaches the bus before its result is recorded, so it is taken after. */
  private synchronized boolean read() throws InterruptedException {
    if (isOver()) {
      return false;
    }
    boolean moved = thread.take();
    live.hold(bus.take());
    moved |= thread.show(live);
    if (!isOver()) {
      live.due().forEach(thread::showHere);
    }
    if (!moved && !reading.hasShown() && !isOver() && thread.events().isOver()) {
      throw endedByForce();
    }
    return moved;
  }

  /** The thread is asked first: one that was deleted is unknown. */
  private GraphException endedByForce() {
    ThreadSnapshot unused = reading.runtime().snapshot(thread.place().thread());
    return new ThreadEndedException(thread.place().thread().value());
  }

  @Override
  public void close() {
    closed = true;
    reading.tellNews();
    bus.close();
    leave();
  }

  private synchronized void leave() {
    thread.close();
  }
}
