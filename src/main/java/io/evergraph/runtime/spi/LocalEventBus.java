package io.evergraph.runtime.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The side channel of one process. Holds the latest emissions of the threads that emitted last, so
 * that those who come a little late miss nothing, and of those that somebody listens to.
 */
public final class LocalEventBus implements EventBus {
  private static final int KEPT_PER_THREAD = 1024;
  private static final int KEPT_THREADS = 256;

  private final Map<String, Line> lines = new LinkedHashMap<>(16, 0.75f, true);

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public void publish(Emitted emitted) {
    line(emitted.thread()).add(emitted);
  }

  private Line line(String thread) {
    synchronized (lines) {
      Line wanted = lines.computeIfAbsent(thread, any -> new Line());
      Iterator<Line> eldestFirst = lines.values().iterator();
      while (lines.size() > KEPT_THREADS && eldestFirst.hasNext()) {
        Line other = eldestFirst.next();
        if (other != wanted && other.listeners.isEmpty()) {
          eldestFirst.remove();
        }
      }
      return wanted;
    }
  }

  @Override
  public Subscription subscribe(String thread, Runnable onNews) {
    synchronized (lines) {
      return line(thread).new Listener(onNews);
    }
  }

  @Override
  public int forget(String thread) {
    synchronized (lines) {
      Line line = lines.get(thread);
      return line == null ? 0 : line.clear();
    }
  }

  @Override
  public Reach reach() {
    return Reach.PROCESS;
  }

  /** The latest emissions of one thread, in a ring that listeners read at their own pace. */
  private static final class Line {
    private final Emitted[] ring = new Emitted[KEPT_PER_THREAD];
    private final Set<Listener> listeners = new CopyOnWriteArraySet<>();
    private long count;
    private long oldest;

    void add(Emitted emitted) {
      synchronized (this) {
        ring[(int) (count++ % KEPT_PER_THREAD)] = emitted;
      }
      listeners.forEach(listener -> listener.onNews.run());
    }

    synchronized int clear() {
      int held = (int) (count - oldest());
      Arrays.fill(ring, null);
      oldest = count;
      return held;
    }

    private long oldest() {
      return Math.max(oldest, count - KEPT_PER_THREAD);
    }

    private final class Listener implements Subscription {
      private final Runnable onNews;
      private long cursor;

      Listener(Runnable onNews) {
        this.onNews = onNews;
        listeners.add(this);
      }

      @Override
      public List<Emitted> take() {
        synchronized (Line.this) {
          List<Emitted> found = new ArrayList<>();
          for (long at = Math.max(cursor, oldest()); at < count; at++) {
            found.add(ring[(int) (at % KEPT_PER_THREAD)]);
          }
          cursor = count;
          return found;
        }
      }

      @Override
      public void close() {
        listeners.remove(this);
      }
    }
  }
}
