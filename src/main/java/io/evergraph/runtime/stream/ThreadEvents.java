package io.evergraph.runtime.stream;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The events of one thread that one reader has not looked at. It may be left and come back to. */
final class ThreadEvents {
  private final GraphRuntime runtime;
  private final ThreadId thread;
  private final Runnable onNews;
  private final Deque<RunEvent> taken = new ArrayDeque<>();
  private long next;
  private @Nullable EventStream stream;

  ThreadEvents(GraphRuntime runtime, ThreadId thread, long from, Runnable onNews) {
    this.runtime = runtime;
    this.thread = thread;
    this.next = from;
    this.onNews = onNews;
  }

  /**
   * Begins to read, or goes on.
   *
   * @throws UnknownThreadException when there is no such thread
   */
  void open() {
    EventStream opened = runtime.follow(thread, next);
    opened.onNews(onNews);
    stream = opened;
  }

  boolean isOpen() {
    return stream != null;
  }

  /** Takes what has come, unless something is left; returns whether anything has. */
  boolean take() throws InterruptedException {
    if (stream == null || !taken.isEmpty()) {
      return false;
    }
    List<RunEvent> more = stream.next(Duration.ZERO);
    taken.addAll(more);
    more.forEach(event -> next = event.number() + 1);
    return !more.isEmpty();
  }

  Optional<RunEvent> peek() {
    return Optional.ofNullable(taken.peekFirst());
  }

  void remove() {
    taken.removeFirst();
  }

  /** Returns whether all was taken and looked at, and nothing more will come. */
  boolean isOver() {
    return stream != null && taken.isEmpty() && stream.isOver();
  }

  /**
   * Returns whether all was taken and looked at that the thread has recorded, and it rests, or has
   * made room for another one of its name.
   */
  boolean isAtRest() {
    if (!taken.isEmpty()) {
      return false;
    }
    try {
      ThreadSnapshot now = runtime.snapshot(thread);
      boolean another = now.lastEvent() < next - 1;
      return another || (now.status() != ThreadStatus.BUSY && now.lastEvent() < next);
    } catch (UnknownThreadException gone) {
      return true;
    }
  }

  void close() {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
