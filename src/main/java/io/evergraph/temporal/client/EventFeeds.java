package io.evergraph.temporal.client;

import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.ThreadNotifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event feeds of a process, one per thread that is followed. Safe for several threads. */
public final class EventFeeds implements AutoCloseable {
  private final Function<ThreadId, ThreadNotifier> notifiers;
  private final BiFunction<ThreadId, Long, List<RunEvent>> source;
  private final Map<ThreadId, EventFeed> feeds = new ConcurrentHashMap<>();

  public EventFeeds(
      Function<ThreadId, ThreadNotifier> notifiers,
      BiFunction<ThreadId, Long, List<RunEvent>> source) {
    this.notifiers = notifiers;
    this.source = source;
  }

  /** A feed that ends just now gives way to a new one. No lock is held while it is asked. */
  public EventStream follow(ThreadId thread, long from) {
    while (true) {
      EventFeed feed = feeds.computeIfAbsent(thread, this::open);
      Optional<EventStream> stream = feed.subscribe(from);
      if (stream.isPresent()) {
        return stream.get();
      }
      feeds.remove(thread, feed);
    }
  }

  private EventFeed open(ThreadId thread) {
    ThreadNotifier notifier = notifiers.apply(thread);
    return new EventFeed(
        thread.value(),
        notifier,
        from -> source.apply(thread, from),
        ended -> feeds.remove(thread, ended));
  }

  @Override
  public void close() {
    Map.copyOf(feeds).values().forEach(EventFeed::close);
  }

  /**
   * The events of one thread for everybody in this process who follows it: one reader waits for
   * notifications and asks for what is new.
   */
  private static final class EventFeed {
    private static final Logger LOG = LoggerFactory.getLogger(EventFeeds.class);
    private static final long AGAIN_MILLIS = 500;

    private final ThreadNotifier notifier;
    private final LongFunction<List<RunEvent>> source;
    private final Consumer<EventFeed> onEnd;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final Thread reader;
    private long next;
    private volatile boolean ended;

    /**
     * Makes the feed of a thread; it begins to read with the first subscription.
     *
     * @param onEnd called when nobody follows any more, or nothing will ever come
     */
    EventFeed(
        String thread,
        ThreadNotifier notifier,
        LongFunction<List<RunEvent>> source,
        Consumer<EventFeed> onEnd) {
      this.notifier = notifier;
      this.source = source;
      this.onEnd = onEnd;
      this.reader = new Thread(this::read, "evergraph-events-" + thread);
      this.reader.setDaemon(true);
    }

    /** Follows from a number on; empty when this feed has ended. */
    synchronized Optional<EventStream> subscribe(long from) {
      if (ended) {
        return Optional.empty();
      }
      if (reader.getState() == Thread.State.NEW) {
        next = from;
        reader.start();
      }
      Subscription subscription = new Subscription(from, next);
      subscriptions.add(subscription);
      return Optional.of(subscription);
    }

    private void read() {
      try {
        while (notifier.await(Long.MAX_VALUE / 4)) {
          readRest();
        }
        readRest();
      } catch (InterruptedException unused) {
        Thread.currentThread().interrupt();
      } finally {
        end();
        subscriptions.forEach(subscription -> subscription.add(List.of()));
      }
    }

    /** Asks until there is an answer: there may be no further notification. */
    private void readNews() throws InterruptedException {
      Optional<List<RunEvent>> news = ask();
      while (news.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
        news = ask();
      }
      news.filter(found -> !found.isEmpty()).ifPresent(this::publish);
    }

    /** What a workflow left that was terminated in the middle of a step may be unreadable. */
    private void readRest() throws InterruptedException {
      try {
        readNews();
      } catch (ThreadEndedException unreadable) {
        LOG.debug("The last events of a thread are lost.", LogContents.of(unreadable));
      }
    }

    private Optional<List<RunEvent>> ask() throws InterruptedException {
      try {
        return Optional.of(source.apply(next));
      } catch (UnknownThreadException gone) {
        return Optional.of(List.of());
      } catch (ThreadEndedException unreadable) {
        throw unreadable;
      } catch (RuntimeException failure) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedException();
        }
        LOG.warn(
            "Events could not be read and will be asked for again: {}",
            LogContents.message(failure));
        return Optional.empty();
      }
    }

    private synchronized void publish(List<RunEvent> news) {
      next = news.get(news.size() - 1).number() + 1;
      subscriptions.forEach(subscription -> subscription.add(news));
    }

    private void leave(Subscription subscription) {
      if (isLast(subscription)) {
        end();
        close();
      }
    }

    private synchronized boolean isLast(Subscription subscription) {
      boolean last = subscriptions.remove(subscription) && subscriptions.isEmpty();
      ended |= last;
      return last;
    }

    /** Tells without a lock: who is told may hold one, and wait for this feed's. */
    private void end() {
      synchronized (this) {
        ended = true;
      }
      onEnd.accept(this);
    }

    void close() {
      notifier.close();
      reader.interrupt();
    }

    private final class Subscription implements EventStream {
      private final BlockingQueue<List<RunEvent>> queue = new LinkedBlockingQueue<>();
      private final long live;
      private volatile Runnable told = () -> {};
      private long cursor;

      Subscription(long from, long live) {
        this.cursor = from;
        this.live = live;
      }

      @Override
      public List<RunEvent> next(Duration wait) throws InterruptedException {
        List<RunEvent> found = cursor < live ? source.apply(cursor) : List.of();
        long deadline = System.nanoTime() + wait.toNanos();
        while (found.isEmpty()) {
          long left = Math.max(0, deadline - System.nanoTime());
          @Nullable List<RunEvent> batch = queue.poll(left, TimeUnit.NANOSECONDS);
          if (batch == null || (batch.isEmpty() && queue.isEmpty())) {
            return List.of();
          }
          found = batch.stream().filter(event -> event.number() >= cursor).toList();
        }
        cursor = found.get(found.size() - 1).number() + 1;
        return List.copyOf(found);
      }

      private void add(List<RunEvent> news) {
        queue.add(news);
        told.run();
      }

      @Override
      public void onNews(Runnable listener) {
        told = listener;
        listener.run();
      }

      @Override
      public boolean isOver() {
        return ended && cursor >= live && queue.isEmpty();
      }

      @Override
      public void close() {
        leave(this);
      }
    }
  }
}
