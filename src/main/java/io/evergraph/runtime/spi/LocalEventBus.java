package io.evergraph.runtime.spi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The side channel of one process. Holds the latest emissions, so that readers who come a little
 * late miss nothing: up to 8,192 of each thread, at least 1,024; of the 256 threads that emitted
 * last, and of all threads that have a reader.
 */
public final class LocalEventBus implements EventBus {
  private static final int FIRST_PER_THREAD = 64;
  private static final int SURE_PER_THREAD = 1_024;
  private static final int MOST_PER_THREAD = 8_192;
  private static final int KEPT_THREADS = 256;
  private static final int ROOM = KEPT_THREADS * SURE_PER_THREAD;

  private final Map<String, Line> lines = new LinkedHashMap<>(16, 0.75f, true);
  private final AtomicInteger room = new AtomicInteger(ROOM);

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
          other.end();
        }
      }
      return wanted;
    }
  }

  @Override
  public Subscription subscribe(String thread, Runnable onNews) {
    Subscription listener;
    synchronized (lines) {
      listener = line(thread).new Listener(onNews);
    }
    onNews.run();
    return listener;
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

  /** The latest emissions of one thread, which listeners read at their own pace. */
  private final class Line {
    private final Set<Listener> listeners = new CopyOnWriteArraySet<>();
    private final Deque<Emitted> held = new ArrayDeque<>();
    private int most = FIRST_PER_THREAD;
    private long count;
    private boolean over;

    Line() {
      room.addAndGet(-most);
    }

    void add(Emitted emitted) {
      synchronized (this) {
        if (held.size() == most && mayGrow()) {
          room.addAndGet(-most);
          most *= 2;
        } else if (held.size() == most) {
          held.removeFirst();
        }
        held.addLast(emitted);
        count++;
      }
      listeners.forEach(listener -> listener.onNews.run());
    }

    private boolean mayGrow() {
      boolean hasRoom = most < SURE_PER_THREAD || room.get() >= most;
      return !over && most < MOST_PER_THREAD && hasRoom;
    }

    private List<Emitted> after(long number) {
      Deque<Emitted> found = new ArrayDeque<>();
      Iterator<Emitted> latestFirst = held.descendingIterator();
      for (long at = count; at > number && latestFirst.hasNext(); at--) {
        found.addFirst(latestFirst.next());
      }
      return List.copyOf(found);
    }

    synchronized int clear() {
      int cleared = held.size();
      held.clear();
      return cleared;
    }

    synchronized void end() {
      over = true;
      room.addAndGet(most);
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
          List<Emitted> found = after(cursor);
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
