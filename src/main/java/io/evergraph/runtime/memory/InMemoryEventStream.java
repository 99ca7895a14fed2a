package io.evergraph.runtime.memory;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The events of one thread of this process. */
final class InMemoryEventStream implements EventStream {
  private final InMemoryThread thread;
  private final AtomicBoolean woken = new AtomicBoolean();
  private long from;
  private Runnable told = () -> {};

  InMemoryEventStream(InMemoryThread thread, long from) {
    this.thread = thread;
    this.from = from;
  }

  @Override
  public List<RunEvent> next(Duration wait) throws InterruptedException {
    List<RunEvent> news = thread.awaitEvents(from, wait.toNanos(), woken);
    from = news.isEmpty() ? from : news.get(news.size() - 1).number() + 1;
    return news;
  }

  @Override
  public void wake() {
    woken.set(true);
    thread.news().tell();
  }

  @Override
  public void onNews(Runnable listener) {
    thread.news().unlisten(told);
    told = listener;
    thread.news().listen(listener);
    listener.run();
  }

  @Override
  public void close() {
    thread.news().unlisten(told);
  }

  /** An edit in a node's name may ask routers what follows: that takes a task. */
  static ThreadSnapshot settled(InMemoryThread thread, ThreadSnapshot after) {
    ThreadSnapshot snapshot = after;
    try {
      while (snapshot.status() == ThreadStatus.BUSY) {
        List<RunEvent> unused =
            thread.awaitEvents(
                snapshot.lastEvent() + 1, TimeUnit.MINUTES.toNanos(1), new AtomicBoolean());
        snapshot = thread.snapshot();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return snapshot;
  }
}
